import { download } from '#pwa/browser/download.ts'
import page from '#pwa/ui/page.module.css'
import { FORMATS, type FormatCode } from '#sync/protocol/staff/import-report.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import styles from './import.module.css'
import * as words from './import-words.ts'

/** All products as a file, in each supported format. */
export const ExportProducts = () => (
  <section className={page.page} aria-labelledby="export-products">
    <h2 id="export-products">{words.productsAsFile}</h2>
    <p className={styles.soft}>{words.exportHint}</p>
    <div className={styles.row}>
      {Object.entries(FORMATS).map(([format, words]) => (
        <CsvButton
          key={format}
          words={words}
          fetchFile={() =>
            download(
              'GET /api/staff/products/export',
              { query: { format: format as FormatCode } },
              `products-${format}.csv`,
            )
          }
        />
      ))}
    </div>
  </section>
)
