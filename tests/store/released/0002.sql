BEGIN TRANSACTION;
CREATE TABLE accounts (
	account TEXT NOT NULL, 
	login TEXT NOT NULL, 
	name TEXT NOT NULL, 
	password TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	created TEXT NOT NULL, 
	disabled TEXT NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (account), 
	CONSTRAINT uq_accounts_login UNIQUE (login)
)
 WITHOUT ROWID

;
INSERT INTO "accounts" VALUES('u-00000000000000a1','anna@example.org','Anna Bianchi','$argon2id$v=19$m=19456,t=2,p=1$c2FsZQ$bm9ib2R5','administrator','2026-11-21T09:30:00.000000Z','');
INSERT INTO "accounts" VALUES('u-00000000000000b2','u-00000000000000b2','Çelik Öğe','','member','2026-11-21T09:30:00.000000Z','2026-11-21T09:30:00.000000Z');
CREATE TABLE actions (
	action TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	CONSTRAINT pk_actions PRIMARY KEY (action)
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES('a-1','');
INSERT INTO "actions" VALUES('a-2','');
INSERT INTO "actions" VALUES('a-3','');
INSERT INTO "actions" VALUES('a-4','');
INSERT INTO "actions" VALUES('a-5','');
INSERT INTO "actions" VALUES('a-6','');
INSERT INTO "actions" VALUES('a-7','');
INSERT INTO "actions" VALUES('t-0','');
INSERT INTO "actions" VALUES('t-1','');
INSERT INTO "actions" VALUES('t-10','153d28821562a11be30348c7a421e829:058e56d3f6bfa1906bd855bdfb2711d79db39ec07e8443ac418eed2112058410');
INSERT INTO "actions" VALUES('t-11','fc8d5c7d438a96bb86399207685d2578:e52b93c74a14c27f8f1ebd39d2fb79af95683480283ee008e13fb87a2243a9ad');
INSERT INTO "actions" VALUES('t-2','');
INSERT INTO "actions" VALUES('t-3','');
INSERT INTO "actions" VALUES('t-4','');
INSERT INTO "actions" VALUES('t-5','');
INSERT INTO "actions" VALUES('t-6','');
INSERT INTO "actions" VALUES('t-7','');
INSERT INTO "actions" VALUES('t-8','58af22ccbd6c7f67757b106aafa12caa:96bb7123c47aed7fbef7561c441701f702293f004486239efc2028d0e6c5d4e3');
INSERT INTO "actions" VALUES('t-9','a77afab3d84b9dc66b1aabac50b0fbbc:57da8328d73a9d1f9185511330136e5beb4a8dc24a2645004edb7e49864ce465');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE events (
	stream TEXT NOT NULL, 
	sequence INTEGER NOT NULL, 
	feed TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	sealed TEXT NOT NULL, 
	payload TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (stream, sequence), 
	CONSTRAINT uq_events_feed_number UNIQUE (feed, number)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('person/p-16c6e9c92d99bf35',1,'person/p-16c6e9c92d99bf35',1,'person-entered',1,'2026-11-21T09:30:02.000000Z','administrator/terminal','a-2','edbaed9e1673f301c9e9cffbef98691ae291511de0832a85a5dd42e83aca58ee','{"person":"p-16c6e9c92d99bf35"}','4ca1d12464a578701cb58b95c239dd367051080bf7bfae86aa869ad4abfed53d');
INSERT INTO "events" VALUES('person/p-16c6e9c92d99bf35',2,'person/p-16c6e9c92d99bf35',2,'person-merged',1,'2026-11-21T09:30:06.000000Z','administrator/terminal','a-6','1f496e4923aee5c6ae1d27851a035108dc9774e2e348fd170605b333c72fc748','{"into":"p-c4bb86c3d1c42710","person":"p-16c6e9c92d99bf35"}','fe5808d84ca7251027acf25d53913fb9438024b2c3ffad3899ce38b501bd8566');
INSERT INTO "events" VALUES('person/p-85c924c3597164c4',1,'person/p-85c924c3597164c4',1,'person-entered',1,'2026-11-21T09:30:03.000000Z','administrator/terminal','a-3','787d174369a4972c51053f32c1381067a2612dc50c4137458fc9f3cce42caf0a','{"person":"p-85c924c3597164c4"}','031efcbf5188e57bd0b0e2cee5e2954d1771b8693a28089f1034b3e4db151714');
INSERT INTO "events" VALUES('person/p-a242fdf11f8f2b1a',1,'person/p-a242fdf11f8f2b1a',1,'person-entered',1,'2026-11-21T09:30:04.000000Z','administrator/terminal','a-4','466322133133452ef14c1208dd9a298b9755c1e50d7496390022714d1544ddc9','{"person":"p-a242fdf11f8f2b1a"}','d58476ae69c26ab5944fd48cb9bee17773b1982320a0a4b1070077b84f5b718e');
INSERT INTO "events" VALUES('person/p-a242fdf11f8f2b1a',2,'person/p-a242fdf11f8f2b1a',2,'person-erased',1,'2026-11-21T09:30:15.000000Z','administrator/terminal','a-7','','{"person":"p-a242fdf11f8f2b1a"}','9d598fbf0eac7b0f25a77b4bf78f731d12b355bb79a27a1c01904f2aeb4759d4');
INSERT INTO "events" VALUES('person/p-c4bb86c3d1c42710',1,'person/p-c4bb86c3d1c42710',1,'person-entered',1,'2026-11-21T09:30:01.000000Z','administrator/terminal','a-1','78477a2578d3ca4b8721dfdc35579900b135b69050d1313c0f16914d82720f69','{"person":"p-c4bb86c3d1c42710"}','f7a22ece72d2450eb269a8dd867ccc1f89366b018f8563a89b6810f0823449c2');
INSERT INTO "events" VALUES('person/p-c4bb86c3d1c42710',2,'person/p-c4bb86c3d1c42710',2,'person-corrected',1,'2026-11-21T09:30:05.000000Z','administrator/terminal','a-5','2c7ebb4726325dc897da0a76d46b4f8c7fed0b594077aba89567eb387f6368d6','{"changed":["name","born"],"person":"p-c4bb86c3d1c42710"}','a7936f5aea5c6fbadc03af273ac3a506e821ba2cede88a012af5142b761aa23a');
INSERT INTO "events" VALUES('person/p-c4bb86c3d1c42710',3,'person/p-c4bb86c3d1c42710',3,'person-corrected',1,'2026-11-21T09:30:06.000000Z','administrator/terminal','a-6','dba97318f4b4f4550f065c93e1418ba2f6b9727dd063536816fac338d84566f2','{"changed":["phone"],"person":"p-c4bb86c3d1c42710"}','a6b2214b3c2aea3205ba482ba71d6b27daf58a62b108d50869898ca76744eca8');
INSERT INTO "events" VALUES('table/1',1,'raduno',3,'person-entered',1,'2026-11-21T09:30:09.000000Z','organiser/p-a242fdf11f8f2b1a','t-2','','{"person":"p-a242fdf11f8f2b1a"}','952fb55cb89c47f3e35b376a9e3adbb69f7da484e19c7c4aa2e2de74b2d91a2a');
INSERT INTO "events" VALUES('table/2',1,'coppa',1,'person-entered',1,'2026-11-21T09:30:08.000000Z','organiser/p-85c924c3597164c4','t-1','1a9a125861033e462831bc493670307e0a0cb36c550317e5fc776851b2f30cfb','{"person":"p-85c924c3597164c4"}','8b482c650d2c4f4bdbeb56004b620b71137b363b3e6217fd922442fff5de5a68');
INSERT INTO "events" VALUES('table/2',2,'coppa',2,'person-entered',1,'2026-11-21T09:30:10.000000Z','organiser/p-c4bb86c3d1c42710','t-3','28a31a948ba65ead5795c15ad617633f643928f3c33ada21eeed8608c58439d1','{"person":"p-c4bb86c3d1c42710"}','0dfd9d5c468474c160561bf6f3bf41bfee9843b4f7ec4a7fbf7aa324243a4602');
INSERT INTO "events" VALUES('table/2',3,'coppa',3,'person-entered',1,'2026-11-21T09:30:11.000000Z','organiser/p-85c924c3597164c4','t-4','','{"person":"p-85c924c3597164c4"}','dc20b267f96ea9c990ed8ed3f6f95152ace3ef54f1b7843d3f81105892e497ca');
INSERT INTO "events" VALUES('table/2',4,'coppa',4,'person-entered',1,'2026-11-21T09:30:11.000000Z','organiser/p-85c924c3597164c4','t-4','','{"person":"p-85c924c3597164c4"}','9f6bf131741b2ad721b1e8e6e56e1d11b029215bc7df775816298e359b1b1310');
INSERT INTO "events" VALUES('table/2',5,'coppa',8,'person-entered',1,'2026-11-21T09:30:16.000000Z','organiser/p-c4bb86c3d1c42710','t-8','c3162d2112ab9a48fb51c019edcc7ddba517a21dd381d190dfb583b43bfe4c21','{"person":"p-c4bb86c3d1c42710"}','b9c3ed4ea8cabe6fabe31775a9cef63272c119c3cdb26716d1a2316938d9d8db');
INSERT INTO "events" VALUES('table/2',6,'coppa',9,'person-entered',1,'2026-11-21T09:30:16.000000Z','organiser/p-c4bb86c3d1c42710','t-8','','{"person":"p-c4bb86c3d1c42710"}','b972ea390161736cdbc5704266cf573e23bf7310b1e91825fbb0c5247437bc7a');
INSERT INTO "events" VALUES('table/3',1,'table/3',1,'person-entered',1,'2026-11-21T09:30:14.000000Z','organiser/p-85c924c3597164c4','t-7','76106712791fffced22a9c3d69e1c615738badf4056b9413dfcd92b743a80a31','{"person":"p-85c924c3597164c4"}','e31b4cd14937236963366142d7f457002fa6b42e503999bf77c1b322807b3138');
INSERT INTO "events" VALUES('table/4',1,'raduno',1,'person-entered',1,'2026-11-21T09:30:07.000000Z','organiser/p-c4bb86c3d1c42710','t-0','','{"person":"p-c4bb86c3d1c42710"}','ed644551ed5c52408c4fb48ea9f9e6e364ea61fa9fd438a490b5438c0b273867');
INSERT INTO "events" VALUES('table/4',2,'raduno',2,'person-entered',1,'2026-11-21T09:30:07.000000Z','organiser/p-c4bb86c3d1c42710','t-0','','{"person":"p-c4bb86c3d1c42710"}','b1276d4a1147c834425b7b0cc1df25ab14c05f89b38965cbf1472a86e36e4b77');
INSERT INTO "events" VALUES('table/4',3,'raduno',4,'person-entered',1,'2026-11-21T09:30:17.000000Z','organiser/p-85c924c3597164c4','t-9','dfd6846702f9ff18b21379649645c1648b937c331caecc32033241a7e85e9104','{"person":"p-85c924c3597164c4"}','400a32d35e60c24d1d07df451d205bb2e9452e034f421ed065043a65cc6d23f4');
INSERT INTO "events" VALUES('table/4',4,'raduno',5,'person-entered',1,'2026-11-21T09:30:17.000000Z','organiser/p-85c924c3597164c4','t-9','','{"person":"p-85c924c3597164c4"}','fa7380e64d0efefdcc8cf3a86334c6aef8328c43253a48b48033683e678bab7c');
INSERT INTO "events" VALUES('table/4',5,'raduno',6,'person-entered',1,'2026-11-21T09:30:19.000000Z','organiser/p-85c924c3597164c4','t-11','e30ffe1c92c6de9e523e5e8bc9baa310d8380b280bd70167a2868d947b32484d','{"person":"p-85c924c3597164c4"}','57b3319f99eb5ef44d8483db9a2a410e410c26c3977da4d90bf3f68cd74daf9d');
INSERT INTO "events" VALUES('table/4',6,'raduno',7,'person-entered',1,'2026-11-21T09:30:19.000000Z','organiser/p-85c924c3597164c4','t-11','','{"person":"p-85c924c3597164c4"}','74bb798ad19bae1570ba5655e8a9d3020430ad384a327010fefb83ee95fdbdee');
INSERT INTO "events" VALUES('table/5',1,'coppa',5,'person-entered',1,'2026-11-21T09:30:12.000000Z','organiser/p-a242fdf11f8f2b1a','t-5','76315158d8966a043754c679b9d38cc484a5489c16c103526091af4bae5fb0e2','{"person":"p-a242fdf11f8f2b1a"}','208300f631c8e0ce8624f7c635718fc42a474396ea81513cc3b7b65fb75c4375');
INSERT INTO "events" VALUES('table/5',2,'coppa',6,'person-entered',1,'2026-11-21T09:30:12.000000Z','organiser/p-a242fdf11f8f2b1a','t-5','','{"person":"p-a242fdf11f8f2b1a"}','bccf1d9dc939decbe2e3a39172363f500fdac155c061694185df93db2784aa23');
INSERT INTO "events" VALUES('table/5',3,'coppa',7,'person-entered',1,'2026-11-21T09:30:13.000000Z','organiser/p-c4bb86c3d1c42710','t-6','9fa9fbfbd6a42570f8eafbb018fcfb602e2c22539dcc6e22dce283bdff7662b3','{"person":"p-c4bb86c3d1c42710"}','7f967bedb5bcc8ae9fa3d814b7300a416d19204a3d593349c9a338531afe0d12');
INSERT INTO "events" VALUES('table/5',4,'coppa',10,'person-entered',1,'2026-11-21T09:30:18.000000Z','organiser/p-c4bb86c3d1c42710','t-10','593fe771b6e916b504b119efd6c02f12add645638e49f1a3a1e6fb9200d02045','{"person":"p-c4bb86c3d1c42710"}','1733d398b67b117c7cc3192ca24663c041f0689ff222db6482533751cad5528a');
CREATE TABLE feeds (
	feed TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_feeds PRIMARY KEY (feed)
)
 WITHOUT ROWID

;
INSERT INTO "feeds" VALUES('coppa',10);
INSERT INTO "feeds" VALUES('person/p-16c6e9c92d99bf35',2);
INSERT INTO "feeds" VALUES('person/p-85c924c3597164c4',1);
INSERT INTO "feeds" VALUES('person/p-a242fdf11f8f2b1a',2);
INSERT INTO "feeds" VALUES('person/p-c4bb86c3d1c42710',3);
INSERT INTO "feeds" VALUES('raduno',7);
INSERT INTO "feeds" VALUES('table/3',1);
CREATE TABLE grants (
	account TEXT NOT NULL, 
	tournament TEXT NOT NULL, 
	role TEXT NOT NULL, 
	created TEXT NOT NULL, 
	CONSTRAINT pk_grants PRIMARY KEY (account, tournament)
)
 WITHOUT ROWID

;
INSERT INTO "grants" VALUES('u-00000000000000b2','raduno','organiser','2026-11-21T09:30:00.000000Z');
CREATE TABLE links (
	token TEXT NOT NULL, 
	purpose TEXT NOT NULL, 
	account TEXT NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	tournament TEXT NOT NULL, 
	role TEXT NOT NULL, 
	created TEXT NOT NULL, 
	expires TEXT NOT NULL, 
	spent TEXT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (token)
)
 WITHOUT ROWID

;
INSERT INTO "links" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','invitation','','Marta Rossi','member','raduno','official-judge','2026-11-21T09:30:00.000000Z','2026-11-28T09:30:00.000000Z','');
CREATE TABLE mentions (
	person TEXT NOT NULL, 
	stream TEXT NOT NULL, 
	sequence INTEGER NOT NULL, 
	CONSTRAINT pk_mentions PRIMARY KEY (person, stream, sequence)
)
 WITHOUT ROWID

;
INSERT INTO "mentions" VALUES('p-16c6e9c92d99bf35','person/p-16c6e9c92d99bf35',1);
INSERT INTO "mentions" VALUES('p-16c6e9c92d99bf35','person/p-16c6e9c92d99bf35',2);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','person/p-85c924c3597164c4',1);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/2',1);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/2',3);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/2',4);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/3',1);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/4',3);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/4',4);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/4',5);
INSERT INTO "mentions" VALUES('p-85c924c3597164c4','table/4',6);
INSERT INTO "mentions" VALUES('p-a242fdf11f8f2b1a','person/p-a242fdf11f8f2b1a',1);
INSERT INTO "mentions" VALUES('p-a242fdf11f8f2b1a','person/p-a242fdf11f8f2b1a',2);
INSERT INTO "mentions" VALUES('p-a242fdf11f8f2b1a','table/1',1);
INSERT INTO "mentions" VALUES('p-a242fdf11f8f2b1a','table/5',1);
INSERT INTO "mentions" VALUES('p-a242fdf11f8f2b1a','table/5',2);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','person/p-16c6e9c92d99bf35',2);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','person/p-c4bb86c3d1c42710',1);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','person/p-c4bb86c3d1c42710',2);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','person/p-c4bb86c3d1c42710',3);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/2',2);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/2',5);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/2',6);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/4',1);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/4',2);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/5',3);
INSERT INTO "mentions" VALUES('p-c4bb86c3d1c42710','table/5',4);
CREATE TABLE notes (
	stream TEXT NOT NULL, 
	sequence INTEGER NOT NULL, 
	salt TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (stream, sequence)
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('table/2',1,'aa202f4ad9892fed75598005bac48a6a','Dado caduto');
INSERT INTO "notes" VALUES('table/2',2,'305317feed6740b9bd7425dcb03de04b','Dado caduto');
INSERT INTO "notes" VALUES('table/2',5,'98364a2cd1d3fb5d4f137e8cd7b9fae1','Reclamo di Anna Bianchi
respinto');
INSERT INTO "notes" VALUES('table/3',1,'c5475a81bcd2b26419dac896481471da','Reclamo di Anna Bianchi
respinto');
INSERT INTO "notes" VALUES('table/4',3,'8f89ec5f79bd221616ca5f700608eca9','Dado caduto');
INSERT INTO "notes" VALUES('table/4',5,'acfb210bd6c8fb4e3cd910b4a24a2ad9','Reclamo di Anna Bianchi
respinto');
INSERT INTO "notes" VALUES('table/5',1,'','');
INSERT INTO "notes" VALUES('table/5',3,'1d8fa94d13abbe48a1ae6b96681c34f9','Reclamo di Anna Bianchi
respinto');
INSERT INTO "notes" VALUES('table/5',4,'44385c857e1007d7b95dac64d892da5e','Reclamo di Anna Bianchi
respinto');
CREATE TABLE people (
	person TEXT NOT NULL, 
	salt TEXT NOT NULL, 
	merged_into TEXT NOT NULL, 
	name TEXT NOT NULL, 
	club TEXT NOT NULL, 
	email TEXT NOT NULL, 
	phone TEXT NOT NULL, 
	born TEXT NOT NULL, 
	consent TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (person)
)
 WITHOUT ROWID

;
INSERT INTO "people" VALUES('p-16c6e9c92d99bf35','a0661970ef3f6df0148ded7e8a34888d','p-c4bb86c3d1c42710','','','','','','');
INSERT INTO "people" VALUES('p-85c924c3597164c4','a6058a00581a22b22de50472433d2e44','','Çelik Öğe','Il Gufo','','','','');
INSERT INTO "people" VALUES('p-c4bb86c3d1c42710','87376f07bcb81287fdc8c0388fe881c3','','Anna Bianchi','','','+39 06 1','1990-02-28','');
CREATE TABLE projections (
	name TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_projections PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "projections" VALUES('mentions',1);
CREATE TABLE secrets (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "secrets" VALUES('signing','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE sessions (
	token TEXT NOT NULL, 
	account TEXT NOT NULL, 
	created TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	expires TEXT NOT NULL, 
	device TEXT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token)
)
 WITHOUT ROWID

;
INSERT INTO "sessions" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','u-00000000000000a1','2026-11-21T09:30:00.000000Z','2026-11-21T09:30:00.000000Z','2026-12-21T09:30:00.000000Z','Firefox, Linux');
CREATE TABLE texts (
	feed TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_texts PRIMARY KEY (feed, digest)
)
 WITHOUT ROWID

;
INSERT INTO "texts" VALUES('coppa','1632b269176def28d5d7d84698ffab87890a357650b28678cf2a99c7fae6b13e','formula','id = ''0''');
INSERT INTO "texts" VALUES('coppa','bb49326fa81b38b5abeb99cbd63b24981ad2a78db05b4c0f2b475142a595b0d4','formula','id = ''1''');
INSERT INTO "texts" VALUES('raduno','1632b269176def28d5d7d84698ffab87890a357650b28678cf2a99c7fae6b13e','formula','id = ''0''');
INSERT INTO "texts" VALUES('raduno','bb49326fa81b38b5abeb99cbd63b24981ad2a78db05b4c0f2b475142a595b0d4','formula','id = ''1''');
INSERT INTO "texts" VALUES('table/3','bb49326fa81b38b5abeb99cbd63b24981ad2a78db05b4c0f2b475142a595b0d4','formula','id = ''1''');
CREATE INDEX ix_events_action ON events (action);
CREATE INDEX ix_sessions_account ON sessions (account);
COMMIT;
