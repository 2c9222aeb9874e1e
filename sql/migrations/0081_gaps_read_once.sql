-- Up to here a till's sequence has been looked through for gaps; what is missing below it stands among the exceptions.
ALTER TABLE tills ADD COLUMN seq_checked INT UNSIGNED NOT NULL DEFAULT 0;
