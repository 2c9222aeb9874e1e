import { builtInWords } from '#sync/protocol/search/lexicon.ts'
import { EntityList } from '../setup/entity-list.tsx'
import * as words from './search-report-words.ts'
import styles from './searches.module.css'

const LINES = builtInWords().sort((a, b) => (a.word < b.word ? -1 : 1))

/** The shop's own search words, and the built-in ones, which a line of the shop replaces. */
export function SearchWordList() {
  return (
    <>
      <EntityList />
      <details className={styles.builtIn}>
        <summary>{words.builtIn(LINES.length)}</summary>
        <p className={styles.explain}>{words.replaceBuiltIn}</p>
        <dl className={styles.words}>
          {LINES.map(({ word, means }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
