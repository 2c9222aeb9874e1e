const PAUSE = /\b(?:sleep|setTimeout|waitForTimeout)\(/
const REASON = /\/\/ \w/

/** The lines of tests that wait for a time and do not say why: what waits for a fact has no need to. */
export const pausesWithoutReason = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, nth) => (PAUSE.test(line) && !REASON.test(line) ? [`${path}:${nth + 1}`] : [])),
  )
