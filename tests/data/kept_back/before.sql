BEGIN TRANSACTION;
CREATE TABLE accounts (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(trim(name)) > 0),
            role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
            password TEXT NOT NULL,
            made TEXT NOT NULL,
            closed TEXT
        ) STRICT;
CREATE TABLE approvals (
            number INTEGER PRIMARY KEY,
            passage TEXT NOT NULL,
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            readers TEXT NOT NULL DEFAULT '',
            way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal')),
            at TEXT NOT NULL
        ) STRICT;
CREATE TABLE busy (
            source TEXT NOT NULL,
            begins TEXT NOT NULL,
            ends TEXT NOT NULL
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
INSERT INTO "claims" VALUES('c-f832f61ef9171590','2026-11-21T10-00-00Z-0001',2,1,'2026-11-21T10:00:00+00:00',1,'said','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-8f9b596dcd86c5e4','2026-11-21T10-00-00Z-0001',2,1,'2026-11-21T10:00:00+00:00',1,'said','../1938','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-f1bcf28c90a26ed4','2026-11-21T10-00-00Z-0001',4,1,'2026-11-21T10:00:00+00:00',1,'said','1953-24','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-4d5b57a77b942c31','2026-11-21T10-00-00Z-0001',4,1,'2026-11-21T10:00:00+00:00',1,'present belief','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-047287cd73cb31db','2026-11-21T10-00-00Z-0001',8,1,'2026-11-21T10:00:00+00:00',1,'said','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-d1ea541193d820a6','2026-11-21T10-00-00Z-0001',8,1,'2026-11-21T10:00:00+00:00',1,'said','','',NULL,'','c-047287cd73cb31db',0,0,NULL);
INSERT INTO "claims" VALUES('c-8b47aab6a0b2dd7c','2026-11-21T10-00-00Z-0001',8,1,'2026-11-21T10:00:00+00:00',1,'present belief','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-c876b1e4148372e2','2026-11-21T10-00-00Z-0001',12,1,'2026-11-21T10:00:00+00:00',1,'said','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-aad6be3d4bfc88ef','2026-11-21T10-00-00Z-0001',12,1,'2026-11-21T10:00:00+00:00',1,'present belief','','',NULL,'',NULL,0,0,NULL);
INSERT INTO "claims" VALUES('c-c463d15f64905b51','2026-11-21T10-00-00Z-0001',18,1,'2026-11-21T10:00:00+00:00',1,'said','','',NULL,'',NULL,0,0,NULL);
CREATE TABLE consents (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            given INTEGER NOT NULL,
            at TEXT NOT NULL,
            session TEXT NOT NULL,
            words TEXT NOT NULL,
            about TEXT NOT NULL,
            asked TEXT NOT NULL
        ) STRICT;
CREATE TABLE copies (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            path TEXT NOT NULL,
            reader TEXT NOT NULL,
            made TEXT NOT NULL,
            withdrawn TEXT
        ) STRICT;
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
CREATE TABLE distilled (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (session, turn, version),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT;
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',2,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',4,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',6,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',8,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',10,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',12,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',14,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',16,1);
INSERT INTO "distilled" VALUES('2026-11-21T10-00-00Z-0001',18,1);
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
CREATE TABLE happenings (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('invited', 'held', 'missed')),
            at TEXT NOT NULL,
            slot TEXT
        ) STRICT;
CREATE TABLE hidden (
            claim TEXT PRIMARY KEY REFERENCES claims (id) ON DELETE CASCADE,
            at TEXT NOT NULL
        ) STRICT;
INSERT INTO "hidden" VALUES('c-aad6be3d4bfc88ef','2026-11-21T10:00:00+00:00');
INSERT INTO "hidden" VALUES('c-c876b1e4148372e2','2026-11-21T10:00:00+00:00');
CREATE TABLE invites (
            token TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('caregiver', 'family', 'advocate')),
            name TEXT NOT NULL,
            by TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            expires TEXT NOT NULL,
            used TEXT
        ) STRICT;
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "kept" VALUES('life summary','"We lived above it.\nAfterwards we walked home along the canal, all five of us in a row.\nMy father had the bakery on Mill Street in Leeds."');
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
INSERT INTO "labels" VALUES(1,'c-f1bcf28c90a26ed4','private','2026-11-21T10-00-00Z-0001',6,1,0,20,'Keep that between us',3.33083322999982556211e-01,3.33083322999982556211e-01);
INSERT INTO "labels" VALUES(2,'c-4d5b57a77b942c31','private','2026-11-21T10-00-00Z-0001',6,1,0,21,'Keep that between us.',NULL,NULL);
INSERT INTO "labels" VALUES(3,'c-f1bcf28c90a26ed4','private','2026-11-21T10-00-00Z-0001',6,1,0,21,'Keep that between us.',NULL,NULL);
INSERT INTO "labels" VALUES(4,'c-047287cd73cb31db','only for ann','2026-11-21T10-00-00Z-0001',10,1,0,20,'That is only for Ann',4.90666438999937781773e-01,4.90666438999937781773e-01);
INSERT INTO "labels" VALUES(5,'c-d1ea541193d820a6','only for ann','2026-11-21T10-00-00Z-0001',10,1,0,20,'That is only for Ann',4.90666438999937781773e-01,4.90666438999937781773e-01);
INSERT INTO "labels" VALUES(6,'c-047287cd73cb31db','only for ann','2026-11-21T10-00-00Z-0001',10,1,0,21,'That is only for Ann.',NULL,NULL);
INSERT INTO "labels" VALUES(7,'c-8b47aab6a0b2dd7c','only for ann','2026-11-21T10-00-00Z-0001',10,1,0,21,'That is only for Ann.',NULL,NULL);
INSERT INTO "labels" VALUES(8,'c-d1ea541193d820a6','only for ann','2026-11-21T10-00-00Z-0001',10,1,0,21,'That is only for Ann.',NULL,NULL);
CREATE TABLE latencies (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            steps TEXT NOT NULL,
            PRIMARY KEY (session, turn),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT;
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
INSERT INTO "mentions" VALUES('c-f832f61ef9171590',0,'who','2026-11-21T10-00-00Z-0001',2,1,0,9,'My father',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-f832f61ef9171590',1,'what','2026-11-21T10-00-00Z-0001',2,1,0,48,'My father had the bakery on Mill Street in Leeds',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-f832f61ef9171590',2,'who','2026-11-21T10-00-00Z-0001',2,1,28,39,'Mill Street',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-f832f61ef9171590',3,'where','2026-11-21T10-00-00Z-0001',2,1,43,48,'Leeds',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-8f9b596dcd86c5e4',0,'what','2026-11-21T10-00-00Z-0001',2,1,54,71,'we lived above it',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-8f9b596dcd86c5e4',1,'when','2026-11-21T10-00-00Z-0001',2,1,72,82,'until 1938',1.30434130000026016205e-01,1.30434130000026016205e-01);
INSERT INTO "mentions" VALUES('c-f1bcf28c90a26ed4',0,'kin','2026-11-21T10-00-00Z-0001',4,1,0,17,'My brother Walter',2.59640947999969284865e-01,2.59640947999969284865e-01);
INSERT INTO "mentions" VALUES('c-f1bcf28c90a26ed4',1,'what','2026-11-21T10-00-00Z-0001',4,1,0,56,'My brother Walter drank the rent money at the Black Swan',2.59640947999969284865e-01,2.59640947999969284865e-01);
INSERT INTO "mentions" VALUES('c-f1bcf28c90a26ed4',2,'who','2026-11-21T10-00-00Z-0001',4,1,46,56,'Black Swan',2.59640947999969284865e-01,2.59640947999969284865e-01);
INSERT INTO "mentions" VALUES('c-f1bcf28c90a26ed4',3,'when','2026-11-21T10-00-00Z-0001',4,1,60,78,'the winter of 1953',2.59640947999969284865e-01,2.59640947999969284865e-01);
INSERT INTO "mentions" VALUES('c-4d5b57a77b942c31',0,'what','2026-11-21T10-00-00Z-0001',4,1,0,79,'My brother Walter drank the rent money at the Black Swan in the winter of 1953.',2.59640947999969284865e-01,2.59640947999969284865e-01);
INSERT INTO "mentions" VALUES('c-047287cd73cb31db',0,'what','2026-11-21T10-00-00Z-0001',8,1,0,46,'I wrote to a sailor called Emrys for two years',4.26610405000019454746e-01,4.26610405000019454746e-01);
INSERT INTO "mentions" VALUES('c-047287cd73cb31db',1,'who','2026-11-21T10-00-00Z-0001',8,1,27,32,'Emrys',4.26610405000019454746e-01,4.26610405000019454746e-01);
INSERT INTO "mentions" VALUES('c-d1ea541193d820a6',0,'who','2026-11-21T10-00-00Z-0001',8,1,52,61,'my mother',4.26610405000019454746e-01,4.26610405000019454746e-01);
INSERT INTO "mentions" VALUES('c-d1ea541193d820a6',1,'what','2026-11-21T10-00-00Z-0001',8,1,52,94,'my mother burned the letters in the copper',4.26610405000019454746e-01,4.26610405000019454746e-01);
INSERT INTO "mentions" VALUES('c-8b47aab6a0b2dd7c',0,'what','2026-11-21T10-00-00Z-0001',8,1,0,95,'I wrote to a sailor called Emrys for two years, and my mother burned the letters in the copper.',4.26610405000019454746e-01,4.26610405000019454746e-01);
INSERT INTO "mentions" VALUES('c-c876b1e4148372e2',0,'what','2026-11-21T10-00-00Z-0001',12,1,0,69,'The goat got into chapel one harvest and ate the marrow off the table',5.74843782000016290112e-01,5.74843782000016290112e-01);
INSERT INTO "mentions" VALUES('c-aad6be3d4bfc88ef',0,'what','2026-11-21T10-00-00Z-0001',12,1,0,70,'The goat got into chapel one harvest and ate the marrow off the table.',5.74843782000016290112e-01,5.74843782000016290112e-01);
INSERT INTO "mentions" VALUES('c-c463d15f64905b51',0,'who','2026-11-21T10-00-00Z-0001',18,1,0,10,'Afterwards',7.82609026999921297829e-01,7.82609026999921297829e-01);
INSERT INTO "mentions" VALUES('c-c463d15f64905b51',1,'what','2026-11-21T10-00-00Z-0001',18,1,0,66,'Afterwards we walked home along the canal, all five of us in a row',7.82609026999921297829e-01,7.82609026999921297829e-01);
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
INSERT INTO "sessions" VALUES(1,'2026-11-21T10-00-00Z-0001','Ida','2026-11-21T10:00:00+00:00','2026-11-21T10:09:00+00:00','My father had the bakery on Mill Street in Leeds, and we lived above it until 1938. The goat got into chapel one harvest and ate the marrow off the table. Afterwards we walked home along the canal, all five of us in a row.','');
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
        ) STRICT;
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
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',1,'interviewer',9.66080000011970696505e-04,9.66080000011970696505e-04,'2026-11-21T10:00:00+00:00',1,'greeting');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',2,'narrator',1.30434130000026016205e-01,1.30434130000026016205e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',3,'interviewer',1.41074345999982142529e-01,1.41074345999982142529e-01,'2026-11-21T10:00:00+00:00',1,'question');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',4,'narrator',2.59640947999969284865e-01,2.59640947999969284865e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',5,'interviewer',0.269101237999962,0.269101237999962,'2026-11-21T10:00:00+00:00',1,'question');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',6,'narrator',3.33083322999982556211e-01,3.33083322999982556211e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',7,'interviewer',3.61076449999927717726e-01,3.61076449999927717726e-01,'2026-11-21T10:00:00+00:00',1,'answer');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',8,'narrator',4.26610405000019454746e-01,4.26610405000019454746e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',9,'interviewer',4.37093735999951604753e-01,4.37093735999951604753e-01,'2026-11-21T10:00:00+00:00',1,'question');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',10,'narrator',4.90666438999937781773e-01,4.90666438999937781773e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',11,'interviewer',5.16057150999927216616e-01,5.16057150999927216616e-01,'2026-11-21T10:00:00+00:00',1,'answer');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',12,'narrator',5.74843782000016290112e-01,5.74843782000016290112e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',13,'interviewer',5.81009649999941757414e-01,5.81009649999941757414e-01,'2026-11-21T10:00:00+00:00',1,'question');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',14,'narrator',0.635696983999992,0.635696983999992,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',15,'interviewer',6.79705226999999467807e-01,6.79705226999999467807e-01,'2026-11-21T10:00:00+00:00',1,'answer');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',16,'narrator',7.04299161999983880377e-01,7.04299161999983880377e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',17,'interviewer',7.12902647999953842372e-01,7.12902647999953842372e-01,'2026-11-21T10:00:00+00:00',1,'answer');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',18,'narrator',7.82609026999921297829e-01,7.82609026999921297829e-01,'2026-11-21T10:00:00+00:00',1,'');
INSERT INTO "turns" VALUES('2026-11-21T10-00-00Z-0001',19,'interviewer',7.93055319000018243968e-01,7.93055319000018243968e-01,'2026-11-21T10:00:00+00:00',1,'question');
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
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',1,1,'Hello, Margaret. I am a computer program, and I am recording our talk, as you allowed. Say stop at any time. What is a good memory from when you were small?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',2,1,'My father had the bakery on Mill Street in Leeds, and we lived above it until 1938.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',3,1,'What did your father use to say?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',4,1,'My brother Walter drank the rent money at the Black Swan in the winter of 1953.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',5,1,'What was the winter like otherwise?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',6,1,'Keep that between us.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',7,1,'That is private now. What was the winter like otherwise?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',8,1,'I wrote to a sailor called Emrys for two years, and my mother burned the letters in the copper.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',9,1,'Who did what in the house?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',10,1,'That is only for Ann.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',11,1,'I have marked that for Ann alone. Who did what in the house?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',12,1,'The goat got into chapel one harvest and ate the marrow off the table.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',13,1,'Who came to help at harvest time?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',14,1,'Forget that.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',15,1,'I have put this away: The goat got into chapel one harvest and ate the marrow off the table. Shall it be erased for good?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',16,1,'No.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',17,1,'It stays put away, and nothing is erased. Say undo to have it back. Who came to help at harvest time?','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',18,1,'Afterwards we walked home along the canal, all five of us in a row.','[]',1.0,'as heard');
INSERT INTO "wordings" VALUES('2026-11-21T10-00-00Z-0001',19,1,'I see what you mean. Who was with you at home when you were a child?','[]',1.0,'as heard');
CREATE TRIGGER turns_are_never_edited BEFORE UPDATE ON turns
            BEGIN SELECT RAISE (ABORT, 'a turn is never edited'); END;
CREATE TRIGGER wordings_are_never_edited BEFORE UPDATE ON wordings
            BEGIN SELECT RAISE (ABORT, 'a wording is never edited'); END;
CREATE TRIGGER consents_are_never_edited BEFORE UPDATE ON consents
            BEGIN SELECT RAISE (ABORT, 'a consent is never edited'); END;
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
COMMIT;
