import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breachesOfMigrations } from '#tests/support/house/migrations.ts'

const FOLDER = 'sql/migrations'
const migrations = new Map(readdirSync(FOLDER).map(name => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]))

test('numbers each migration once, and lets one marked expand only add', () => {
  expect(migrations.size).toBeGreaterThan(50)
  expect([...migrations.values()].filter(sql => sql.startsWith('-- expand')).length).toBeGreaterThan(0)
  expect(breachesOfMigrations(migrations)).toEqual([])
})

const expanding = (sql: string) => breachesOfMigrations(new Map([['0001_hats.sql', `-- expand\n${sql};\n`]]))

test.each([
  ['a table', 'CREATE TABLE hats (id INT PRIMARY KEY, code VARCHAR(9) NOT NULL UNIQUE REFERENCES codes (code))'],
  ['a column that may be empty', "-- A note; with 'DROP'.\nALTER TABLE hats\n  ADD COLUMN note TEXT,\n  ADD brim INT"],
  [
    'a column with a default',
    "ALTER TABLE hats ADD brim INT NOT NULL DEFAULT 7, ADD band CHAR(1) NOT NULL DEFAULT 'x'",
  ],
  ['a column that is worked out', 'ALTER TABLE hats ADD size INT AS (brim + 1) VIRTUAL NOT NULL'],
  ['an index', 'ALTER TABLE hats ADD KEY (brim)'],
  ['rows and values', "INSERT INTO hats (id) VALUES (1);\nUPDATE hats SET note = 'RENAME; DROP' WHERE id = 1"],
])('control: lets an expanding migration add %s', (_, sql) => expect(expanding(sql)).toEqual([]))

test.each([
  ['drops a column', 'ALTER TABLE hats DROP COLUMN brim', /changes or drops/],
  ['drops a table', 'DROP TABLE hats', /does more than/],
  ['renames a table', 'RENAME TABLE hats TO caps', /does more than/],
  ['narrows a type', 'ALTER TABLE hats MODIFY brim TINYINT', /changes or drops/],
  [
    'renames a column beside one it adds',
    'ALTER TABLE hats ADD a INT,\n  RENAME COLUMN brim TO rim',
    /changes or drops/,
  ],
  ['wants what nobody fills', 'ALTER TABLE hats ADD a INT DEFAULT 1, ADD b INT NOT NULL', /does not fill/],
  ['makes values unique', 'ALTER TABLE hats ADD UNIQUE KEY (brim)', /refuses rows/],
  ['adds a unique column', 'ALTER TABLE hats ADD code CHAR(9) UNIQUE', /refuses rows/],
  ['ties rows together', 'ALTER TABLE hats ADD FOREIGN KEY (brim) REFERENCES brims (id)', /refuses rows/],
  ['deletes rows', 'CREATE TABLE caps (id INT);\nDELETE FROM hats', /does more than/],
  ['adds a trigger', 'CREATE TRIGGER t BEFORE INSERT ON hats FOR EACH ROW SET NEW.brim = 1', /does more than/],
])('control: finds an expanding migration that %s', (_, sql, sentence) =>
  expect(expanding(sql)).toEqual([expect.stringMatching(sentence)]),
)

test('control: notices a number used twice, and a name without one', () => {
  const files = ['0001_hats.sql', '0001_caps.sql', 'brims.sql', '0002-bands.sql'].map(name => [name, ''] as const)
  expect(breachesOfMigrations(new Map(files))).toEqual([
    '0002-bands.sql is not named like 0123_subject.sql.',
    'brims.sql is not named like 0123_subject.sql.',
    '0001_hats.sql has the number of another migration.',
  ])
})
