-- expand
-- Who was signed in on the till: by the mutation's grant, or by the session that sent it unsigned. 0: nothing proves anybody.
ALTER TABLE sync_verdicts ADD COLUMN signed_in INT UNSIGNED;
