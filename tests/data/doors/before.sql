BEGIN TRANSACTION;
CREATE TABLE accounts (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(trim(name)) > 0),
            role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
            password TEXT NOT NULL,
            made TEXT NOT NULL,
            closed TEXT
        , key TEXT NOT NULL DEFAULT '', relation TEXT NOT NULL DEFAULT '', household TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "accounts" VALUES('r','Rose','narrator','x','2026-09-01T10:00:00+00:00',NULL,'rose','','','');
INSERT INTO "accounts" VALUES('a','Ann','family','x','2026-09-01T10:00:00+00:00',NULL,'ann','','','');
INSERT INTO "accounts" VALUES('t','Tim','family','x','2026-09-01T10:00:00+00:00',NULL,'tim','','','');
CREATE TABLE after_death (
            number INTEGER PRIMARY KEY,
            act TEXT NOT NULL CHECK (act IN ('said', 'stopped')),
            by TEXT NOT NULL,
            alone INTEGER NOT NULL CHECK (alone IN (0, 1)),
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE approvals (
            number INTEGER PRIMARY KEY,
            passage TEXT NOT NULL,
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            readers TEXT NOT NULL DEFAULT '',
            way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal')),
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE approved_texts (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            stretches TEXT NOT NULL,
            at TEXT NOT NULL,
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE asked_in (
            account TEXT NOT NULL,
            role TEXT NOT NULL,
            by TEXT NOT NULL,
            at TEXT NOT NULL,
            word TEXT NOT NULL DEFAULT '', -- shown to whoever took the invitation up, for them to tell the narrator
            beside TEXT NOT NULL DEFAULT '', -- whose device it was taken up on, where it is somebody else's
            PRIMARY KEY (account, role)
        ) STRICT;
INSERT INTO "asked_in" VALUES('t','family','r','2026-09-01T10:00:00+00:00','','');
CREATE TABLE busy (
            source TEXT NOT NULL,
            begins TEXT NOT NULL,
            ends TEXT NOT NULL
        ) STRICT;
CREATE TABLE calendar_addresses (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(trim(name)) > 0),
            hash TEXT NOT NULL UNIQUE,
            made TEXT,
            read TEXT,
            by TEXT NOT NULL DEFAULT '' -- whose it is: it goes with them
        ) STRICT;
CREATE TABLE calling_wishes (
            number INTEGER PRIMARY KEY,
            wanted TEXT NOT NULL CHECK (wanted IN ('not today', 'later')),
            at TEXT NOT NULL,
            until TEXT
        ) STRICT;
CREATE TABLE claims (
            id TEXT PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            told_at TEXT NOT NULL,
            polarity INTEGER NOT NULL CHECK (polarity IN (0, 1)),
            modality TEXT NOT NULL CHECK (modality IN
                ('said', 'hearsay', 'guess', 'joke', 'present belief')),
            edtf TEXT NOT NULL,
            anchor TEXT NOT NULL,
            corrects TEXT CHECK (corrects IN ('all', 'what', 'who', 'when', 'where', 'kin')),
            denied TEXT NOT NULL,
            continues TEXT,
            retold INTEGER NOT NULL CHECK (retold IN (0, 1)), perhaps INTEGER NOT NULL DEFAULT 0 CHECK (perhaps IN (0, 1)), rival TEXT,
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE consents (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            given INTEGER NOT NULL,
            at TEXT NOT NULL,
            session TEXT NOT NULL,
            words TEXT NOT NULL,
            about TEXT NOT NULL,
            asked TEXT NOT NULL
        , account TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE copies (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            path TEXT NOT NULL,
            reader TEXT NOT NULL,
            made TEXT NOT NULL,
            withdrawn TEXT
        , account TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE copy_turns (
            copy INTEGER NOT NULL REFERENCES copies (number) ON DELETE CASCADE,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (copy, session, turn)
        ) STRICT;
CREATE TABLE decisions (
            id TEXT PRIMARY KEY,
            act TEXT NOT NULL,
            at TEXT NOT NULL,
            by TEXT NOT NULL,
            one TEXT NOT NULL CHECK (one <> ''),
            other TEXT NOT NULL,
            session TEXT,
            turn INTEGER,
            version INTEGER,
            first INTEGER,
            last INTEGER,
            words TEXT,
            began REAL,
            ended REAL,
            CHECK (act <> 'close a conflict' OR words IS NOT NULL),
            CHECK ((session IS NULL) = (words IS NULL)),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE devices (
            token TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            stays INTEGER NOT NULL CHECK (stays IN (0, 1)),
            PRIMARY KEY (token, account)
        ) STRICT;
INSERT INTO "devices" VALUES('d','a','2026-09-01T10:00:00+00:00',1);
CREATE TABLE distilled (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (session, turn, version),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE family_notes (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            edtf TEXT NOT NULL,
            note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE family_questions (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 300),
            at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN
                ('waiting', 'asked', 'answered', 'declined', 'withdrawn')),
            session TEXT
        ) STRICT;
CREATE TABLE forgotten (
            account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            at TEXT NOT NULL,
            allowed TEXT
        ) STRICT;
INSERT INTO "forgotten" VALUES('a','d','2026-09-01T10:00:00+00:00',NULL);
CREATE TABLE happenings (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('invited', 'held', 'missed')),
            at TEXT NOT NULL,
            slot TEXT
        , why TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE hidden (
            claim TEXT PRIMARY KEY REFERENCES claims (id) ON DELETE CASCADE,
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE invites (
            token TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('caregiver', 'family', 'advocate')),
            name TEXT NOT NULL,
            by TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            expires TEXT NOT NULL,
            used TEXT
        , account TEXT NOT NULL DEFAULT '', relation TEXT NOT NULL DEFAULT '', household TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE kept_back (
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            turn INTEGER NOT NULL,
            privacy TEXT NOT NULL CHECK (privacy <> ''),
            wish_session TEXT NOT NULL,
            wish_turn INTEGER NOT NULL,
            part TEXT NOT NULL CHECK (part IN ('told', 'wish')),
            doubt INTEGER NOT NULL CHECK (doubt IN (0, 1)),
            decided TEXT NOT NULL DEFAULT '' CHECK (decided IN ('', 'kept', 'free')),
            at TEXT NOT NULL,
            PRIMARY KEY (session, turn, privacy, wish_session, wish_turn)
        ) STRICT;
CREATE TABLE labels (
            number INTEGER PRIMARY KEY,
            claim TEXT NOT NULL REFERENCES claims (id) ON DELETE CASCADE,
            privacy TEXT NOT NULL,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last > first),
            words TEXT NOT NULL CHECK (length(trim(words)) > 0 AND length(words) = last - first),
            began REAL,
            ended REAL,
            UNIQUE (claim, privacy, session, turn, version, first, last),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE latencies (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            steps TEXT NOT NULL,
            PRIMARY KEY (session, turn),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT;
CREATE TABLE let_in (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal', 'before')),
            at TEXT NOT NULL
        ) STRICT;
INSERT INTO "let_in" VALUES(1,'a','family',1,'voice','2026-09-01T10:00:00+00:00');
CREATE TABLE looks (
            number INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            role TEXT NOT NULL,
            what TEXT NOT NULL
        ) STRICT;
CREATE TABLE meanings (
            claim TEXT PRIMARY KEY REFERENCES claims (id) ON DELETE CASCADE,
            vector BLOB NOT NULL
        ) STRICT;
CREATE TABLE mentions (
            claim TEXT NOT NULL REFERENCES claims (id) ON DELETE CASCADE
                DEFERRABLE INITIALLY DEFERRED,
            number INTEGER NOT NULL,
            part TEXT NOT NULL CHECK (part IN ('what', 'who', 'when', 'where', 'kin')),
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last > first),
            words TEXT NOT NULL CHECK (length(trim(words)) > 0 AND length(words) = last - first),
            began REAL,
            ended REAL CHECK ((began IS NULL) = (ended IS NULL) AND (began IS NULL OR began <= ended)),
            PRIMARY KEY (claim, number),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE migrations (name TEXT PRIMARY KEY) STRICT;
INSERT INTO "migrations" VALUES('m001_initial');
INSERT INTO "migrations" VALUES('m002_memory');
INSERT INTO "migrations" VALUES('m003_forgetting');
INSERT INTO "migrations" VALUES('m004_house');
INSERT INTO "migrations" VALUES('m005_book');
INSERT INTO "migrations" VALUES('m006_meanings');
INSERT INTO "migrations" VALUES('m007_notes');
INSERT INTO "migrations" VALUES('m008_doubts');
INSERT INTO "migrations" VALUES('m009_rivals');
INSERT INTO "migrations" VALUES('m010_told_again');
INSERT INTO "migrations" VALUES('m011_kept_back');
INSERT INTO "migrations" VALUES('m012_after_death');
INSERT INTO "migrations" VALUES('m013_reminders');
INSERT INTO "migrations" VALUES('m014_doors');
INSERT INTO "migrations" VALUES('m015_planned');
INSERT INTO "migrations" VALUES('m016_approved_texts');
CREATE TABLE news (
            number INTEGER PRIMARY KEY,
            what TEXT NOT NULL,
            who TEXT NOT NULL,
            at TEXT NOT NULL,
            told TEXT
        ) STRICT;
INSERT INTO "news" VALUES(1,'joined','Ann','2026-09-01T10:00:00+00:00',NULL);
CREATE TABLE passage_turns (
            passage TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (passage, session, turn),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT;
CREATE TABLE passages (
            id TEXT PRIMARY KEY,
            chapter TEXT NOT NULL,
            place INTEGER NOT NULL,
            body TEXT NOT NULL,
            privacy TEXT NOT NULL,
            writer TEXT NOT NULL,
            made TEXT NOT NULL
        ) STRICT;
CREATE TABLE pauses (
            number INTEGER PRIMARY KEY,
            first TEXT NOT NULL,
            last TEXT NOT NULL CHECK (last >= first)
        ) STRICT;
CREATE TABLE photographs (
            id TEXT PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            caption TEXT NOT NULL CHECK (length(caption) <= 300),
            at TEXT NOT NULL,
            session TEXT,
            turn INTEGER
        ) STRICT;
CREATE TABLE ratings (
            session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
            mood INTEGER CHECK (mood BETWEEN 1 AND 5),
            tiredness INTEGER CHECK (tiredness BETWEEN 1 AND 5)
        ) STRICT;
CREATE TABLE reached (
            account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            word TEXT NOT NULL,
            sent TEXT NOT NULL,
            answered TEXT
        ) STRICT;
CREATE TABLE reminders (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last > first),
            at TEXT NOT NULL,
            done TEXT,
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE series (
            id TEXT PRIMARY KEY,
            event TEXT NOT NULL,
            made TEXT NOT NULL
        ) STRICT;
CREATE TABLE sessions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            narrator TEXT NOT NULL,
            began TEXT NOT NULL,
            ended TEXT,
            summary TEXT NOT NULL,
            topic TEXT NOT NULL
        ) STRICT;
CREATE TABLE shares (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            account TEXT NOT NULL,
            voice INTEGER NOT NULL CHECK (voice IN (0, 1)),
            at TEXT NOT NULL,
            UNIQUE (session, turn, account),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
CREATE TABLE sign_ins (
            token TEXT PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            began TEXT NOT NULL,
            seen TEXT NOT NULL
        , device TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE tombstones (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER,
            first INTEGER,
            last INTEGER,
            began REAL,
            ended REAL,
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE turns (
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            speaker TEXT NOT NULL,
            began REAL NOT NULL,
            ended REAL NOT NULL,
            said_at TEXT NOT NULL,
            finished INTEGER NOT NULL,
            kind TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) STRICT;
CREATE TABLE wordings (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            text TEXT NOT NULL,
            words TEXT NOT NULL,
            confidence REAL NOT NULL,
            by TEXT NOT NULL,
            PRIMARY KEY (session, turn, version),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT;
CREATE TRIGGER turns_are_never_edited BEFORE UPDATE ON turns
            BEGIN SELECT RAISE (ABORT, 'a turn is never edited'); END;
CREATE TRIGGER wordings_are_never_edited BEFORE UPDATE ON wordings
            BEGIN SELECT RAISE (ABORT, 'a wording is never edited'); END;
CREATE TRIGGER mentions_are_the_narrators BEFORE INSERT ON mentions
            WHEN NEW.session IS NOT NULL AND (SELECT speaker FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s words can be a memory'); END;
CREATE TRIGGER mentions_were_said BEFORE INSERT ON mentions
            WHEN NEW.session IS NOT NULL AND (SELECT substr(text, NEW.first + 1, NEW.last - NEW.first)
                FROM wordings WHERE session = NEW.session AND turn = NEW.turn
                AND version = NEW.version) IS NOT NEW.words
            BEGIN SELECT RAISE (ABORT, 'those words were not said there'); END;
CREATE TRIGGER labels_are_the_narrators BEFORE INSERT ON labels
            WHEN NEW.session IS NOT NULL AND (SELECT speaker FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s words can be a memory'); END;
CREATE TRIGGER labels_were_said BEFORE INSERT ON labels
            WHEN NEW.session IS NOT NULL AND (SELECT substr(text, NEW.first + 1, NEW.last - NEW.first)
                FROM wordings WHERE session = NEW.session AND turn = NEW.turn
                AND version = NEW.version) IS NOT NEW.words
            BEGIN SELECT RAISE (ABORT, 'those words were not said there'); END;
CREATE TRIGGER decisions_are_the_narrators BEFORE INSERT ON decisions
            WHEN NEW.session IS NOT NULL AND (SELECT speaker FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s words can be a memory'); END;
CREATE TRIGGER decisions_were_said BEFORE INSERT ON decisions
            WHEN NEW.session IS NOT NULL AND (SELECT substr(text, NEW.first + 1, NEW.last - NEW.first)
                FROM wordings WHERE session = NEW.session AND turn = NEW.turn
                AND version = NEW.version) IS NOT NEW.words
            BEGIN SELECT RAISE (ABORT, 'those words were not said there'); END;
CREATE TRIGGER written_words_have_no_sound BEFORE INSERT ON mentions
            WHEN (NEW.began IS NULL) IS NOT ((SELECT kind FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS 'written')
            BEGIN SELECT RAISE (ABORT, 'what was spoken can be heard, what was written cannot'); END;
CREATE TRIGGER claims_rest_on_words BEFORE INSERT ON claims
            WHEN NOT EXISTS (SELECT 1 FROM mentions WHERE claim = NEW.id)
            BEGIN SELECT RAISE (ABORT, 'a claim needs the words that made it'); END;
CREATE TRIGGER dates_rest_on_words BEFORE INSERT ON claims
            WHEN NEW.edtf <> '' AND NOT EXISTS
                (SELECT 1 FROM mentions WHERE claim = NEW.id AND part = 'when')
            BEGIN SELECT RAISE (ABORT, 'a date needs the words that told it'); END;
CREATE TRIGGER claims_fall_with_their_words AFTER DELETE ON mentions
            WHEN NOT EXISTS (SELECT 1 FROM mentions WHERE claim = OLD.claim)
            BEGIN DELETE FROM claims WHERE id = OLD.claim; END;
CREATE TRIGGER claims_are_never_edited BEFORE UPDATE ON claims
                BEGIN SELECT RAISE (ABORT, 'what was told is never edited'); END;
CREATE TRIGGER mentions_are_never_edited BEFORE UPDATE ON mentions
                BEGIN SELECT RAISE (ABORT, 'what was told is never edited'); END;
CREATE TRIGGER labels_are_never_edited BEFORE UPDATE ON labels
                BEGIN SELECT RAISE (ABORT, 'what was told is never edited'); END;
CREATE TRIGGER decisions_are_never_edited BEFORE UPDATE ON decisions
                BEGIN SELECT RAISE (ABORT, 'what was told is never edited'); END;
CREATE INDEX claims_by_turn ON claims (session, turn);
CREATE INDEX mentions_by_turn ON mentions (session, turn);
CREATE INDEX labels_by_claim ON labels (claim);
CREATE INDEX looks_by_account ON looks (account, number);
CREATE TRIGGER only_the_narrators_words_are_shared BEFORE INSERT ON shares
            WHEN (SELECT speaker FROM turns WHERE session = NEW.session AND id = NEW.turn)
                IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s own words can be shared'); END;
CREATE TRIGGER a_passage_goes_with_its_words AFTER DELETE ON passage_turns
            BEGIN DELETE FROM passages WHERE id = OLD.passage; END;
CREATE INDEX approvals_by_passage ON approvals (passage, number);
CREATE INDEX kept_back_by_wish ON kept_back (wish_session, wish_turn);
CREATE INDEX let_in_by_account ON let_in (account, number);
CREATE UNIQUE INDEX accounts_by_key ON accounts (key);
CREATE TRIGGER consents_are_never_edited BEFORE UPDATE ON consents
            BEGIN SELECT RAISE (ABORT, 'a consent is never edited'); END;
CREATE TRIGGER approved_texts_are_the_narrators BEFORE INSERT ON approved_texts
            WHEN (SELECT speaker FROM turns WHERE session = NEW.session AND id = NEW.turn)
                IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s own words can be put otherwise'); END;
CREATE TRIGGER approved_texts_are_never_edited BEFORE UPDATE ON approved_texts
            BEGIN SELECT RAISE (ABORT, 'what was approved is never edited'); END;
CREATE INDEX approved_texts_by_turn ON approved_texts (session, turn, number);
COMMIT;
