-- When a round last went well, which a failure since does not take away.
ALTER TABLE rounds ADD COLUMN went_well_at DATETIME(3) NULL;
UPDATE rounds SET went_well_at = ended_at WHERE failures = 0;
