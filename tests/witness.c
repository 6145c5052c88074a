/* Stands between a program and the system, and notes where the program wants to go.
 *
 * Loaded with LD_PRELOAD. Every internet address and every name the program asks for is appended to the
 * file $WITNESS. With $WITNESS_JUMPS the wall clock jumps by hours, forwards and backwards, between looks
 * at it; the steady clock stays as it is.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void note(const char *what, const char *whom)
{
    const char *path = getenv("WITNESS");
    char line[600];
    int file, length;
    if (!path || (file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0)
        return;
    length = snprintf(line, sizeof line, "%s %s\n", what, whom);
    if (write(file, line, length) != length)
        abort();
    close(file);
}

static void note_address(const char *what, const struct sockaddr *to)
{
    char text[INET6_ADDRSTRLEN] = "?";
    if (!to)
        return;
    if (to->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)to)->sin_addr, text, sizeof text);
    else if (to->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)to)->sin6_addr, text, sizeof text);
    else
        return; /* inside this machine */
    note(what, text);
}

int connect(int file, const struct sockaddr *to, socklen_t length)
{
    int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
    note_address("connect", to);
    return real(file, to, length);
}

ssize_t sendto(int file, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    ssize_t (*real)(int, const void *, size_t, int, const struct sockaddr *, socklen_t) =
        dlsym(RTLD_NEXT, "sendto");
    note_address("send", to);
    return real(file, data, size, flags, to, length);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    if (name)
        note("look-up", name);
    return real(name, service, hints, found);
}

static time_t jump(void)
{
    static const time_t jumps[] = {0, 3 * 3600, -5 * 3600, 26 * 3600, -1800};
    static unsigned looks;
    /* not every so many looks: a program that looks as often would never notice */
    return getenv("WITNESS_JUMPS") ? jumps[((looks++ * 2654435761u) >> 16) % 5] : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME)
        now->tv_sec += jump();
    return failed;
}

int gettimeofday(struct timeval *now, void *zone)
{
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
