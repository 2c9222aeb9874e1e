-- An e-mail is one person's, so two of them are the same only byte for byte: é is not e. api/auth/settle-emails.ts brings what was stored before
-- into the one form, and names those that would then be the same.
ALTER TABLE users MODIFY email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;

ALTER TABLE mails MODIFY recipient VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
