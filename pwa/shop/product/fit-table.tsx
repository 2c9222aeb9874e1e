import { useAtom } from 'jotai'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { FIT_MEASURES, inInches, type FitMeasure } from '#sync/protocol/fit.ts'
import styles from './fit-table.module.css'
import { unitAtom, type Unit } from './fit-unit.ts'
import * as words from './product-words.ts'

/** The measurements of each size, in the shopper's last unit. Nothing if they are unknown. */
export function FitTable({ product }: { product: Pick<Product, 'fit' | 'sizes'> }) {
  const [unit, setUnit] = useAtom(unitAtom)
  const { fit, sizes } = product
  const measures = (Object.keys(FIT_MEASURES) as FitMeasure[]).filter(measure => fit.some(row => row[measure] !== null))
  if (measures.length === 0) return null
  const shown = (cm: number | null) => (cm === null ? '–' : unit === 'cm' ? String(cm) : String(inInches(cm)))
  return (
    <details className={styles.fit}>
      <summary>{words.fit}</summary>
      <RadioGroup
        legend={words.measuredIn}
        legendClass={styles.legend}
        className={styles.units}
        value={unit}
        onChoose={setUnit}
        options={(Object.keys(words.units) as Unit[]).map(code => ({ code, words: words.units[code] }))}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">{words.size}</th>
            {measures.map(measure => (
              <th key={measure} scope="col">
                {FIT_MEASURES[measure]} ({unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fit.map(row => (
            <tr key={row.size_code}>
              <th scope="row">{sizes.find(({ code }) => code === row.size_code)?.name ?? row.size_code}</th>
              {measures.map(measure => (
                <td key={measure}>{shown(row[measure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{words.howMeasured}</p>
    </details>
  )
}
