// Copies a link that is shown once, or hands it to another program of the telephone. Without this script, or where the browser can do
// neither, its letters and its picture stay as they are: the buttons are shown by this script alone.
"use strict";
(function () {
  function say(box, words) { box.querySelector("[data-done]").textContent = words; }

  function ready(box) {
    const address = box.dataset.address;
    const copy = box.querySelector("[data-copy]"), share = box.querySelector("[data-share]");
    if (navigator.clipboard) { // there is none where the page is not sealed
      copy.hidden = false;
      copy.addEventListener("click", () => navigator.clipboard.writeText(address).then(
        () => say(box, "Copied."),
        () => say(box, "It could not be copied. Please mark the letters above by hand.")));
    }
    if (navigator.share) {
      share.hidden = false;
      share.addEventListener("click", () => navigator.share({url: address}).catch((error) => {
        if (error.name !== "AbortError") say(box, "It could not be shared. Please copy it instead."); // else it was only thought better of
      }));
    }
  }

  document.querySelectorAll("[data-address]").forEach(ready);
})();
