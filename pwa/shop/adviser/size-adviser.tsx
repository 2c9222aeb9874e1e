import { useAtom } from 'jotai'
import { useState, useTransition, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { FIT_MEASURES, type FitMeasure } from '#sync/protocol/fit.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { FITS, type Fit } from '#sync/protocol/shop/review.ts'
import {
  adviseByBody,
  adviseByGarment,
  adviseByWorn,
  type Body,
  type SizeAdvice,
} from '#sync/protocol/sizes/size-advice.ts'
import { unitAtom } from '../product/fit-unit.ts'
import { Advice } from './advice.tsx'
import * as words from './adviser-words.ts'
import styles from './adviser.module.css'
import { BrandChoice } from './brand-choice.tsx'
import { ownedOf, useBrandSizes } from './brand-garments.ts'
import { measuresOf, useOwnGarments } from './own-garments.ts'
import { OwnChoice } from './own-choice.tsx'
import { askedOf, inUnit, limitsIn, ownBody, readMeasure } from './own-body.ts'

export interface Props {
  product: Product
  open: boolean
  onClose: () => void
  /** Chooses a size on the page. */
  choose: (size_code: string) => void
}

/** Suggests one size, by two measurements or by a size the shopper wears. */
export const SizeAdviser = ({ open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title={words.title}>
    <Asking {...rest} onClose={onClose} />
  </Dialog>
)

type Way = keyof typeof words.ways

/** What somebody bought is known of customers only. */
const waysOf = (isCustomer: boolean): Way[] =>
  isCustomer ? ['BODY', 'WORN', 'BRAND', 'OWN'] : ['BODY', 'WORN', 'BRAND']

function Asking({ product, onClose, choose }: Omit<Props, 'open'>) {
  const { fit: table, sizes } = product
  const [body, keepBody] = useAtom(ownBody)
  const [unit, setUnit] = useAtom(unitAtom)
  const [way, go] = useState<Way>('BODY')
  const [wornFit, setWornFit] = useState<Fit>('TRUE')
  const [wrong, blame] = useState<Partial<Record<FitMeasure, string>>>({})
  const [advice, advise] = useState<SizeAdvice | null>(null)
  const [unmeasured, setUnmeasured] = useState<string | null>(null)
  const [busy, start] = useTransition()
  const isCustomer = useSignedIn() !== null
  const garments = useOwnGarments(way === 'OWN')
  const brands = useBrandSizes(way === 'BRAND')
  const history = useApi('GET /api/products/:id/size-history', { params: { id: product.id } }).data?.sizes ?? []
  const measures = askedOf(
    (Object.keys(FIT_MEASURES) as FitMeasure[]).filter(measure => table.some(row => row[measure] !== null)),
  )
  const nameOf = (code: string) => sizes.find(size => size.code === code)?.name ?? code
  const byBody = (form: FormData) => {
    const typed = measures.map(measure => [measure, readMeasure(String(form.get(measure)), unit)] as const)
    const { least, most } = limitsIn(unit)
    const faults = typed.filter(([, cm]) => cm === null).map(([measure]) => [measure, words.range(least, most)])
    if (typed.every(([, cm]) => cm === undefined)) faults.push([measures[0]!, words.enterOne])
    blame(Object.fromEntries(faults) as typeof wrong)
    if (faults.length > 0) return null
    const known = Object.fromEntries(typed.filter(([, cm]) => cm !== undefined)) as Body
    keepBody({ ...body, ...known })
    return adviseByBody(known, { table, history })
  }
  const byGarment = (chosen: string) =>
    start(async () => {
      const garment = garments.data?.find(({ key }) => key === chosen)
      if (!garment) return
      const row = await measuresOf(garment)
      const found =
        row && adviseByGarment({ row, name: `${garment.name}, ${garment.size}`, fit: wornFit }, { table, history })
      setUnmeasured(found === null ? words.notMeasured : null)
      advise(found)
    })
  const byBrand = (form: FormData) => {
    const [brand, label] = [form.get('brand'), form.get('brand_size')]
    const size = brands.data?.sizes.find(each => each.brand === brand && each.size === label)
    if (!size) return null
    const found = adviseByGarment(ownedOf(size, wornFit), { table, history })
    setUnmeasured(found === null ? words.brandUnlike : null)
    return found
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (way === 'OWN') return byGarment(String(form.get('own') ?? ''))
    if (way === 'BRAND') return advise(byBrand(form))
    const worn = { size_code: String(form.get('worn') ?? ''), fit: wornFit }
    advise(way === 'BODY' ? byBody(form) : adviseByWorn(worn, { table, history }))
  }
  const isEmpty = (way === 'OWN' && !garments.data?.length) || (way === 'BRAND' && !brands.data?.sizes.length)
  const anew = (change: () => void) => {
    advise(null)
    setUnmeasured(null)
    change()
  }
  return (
    <form className={page.stack} onSubmit={onSubmit} onInput={() => advise(null)} noValidate aria-label={words.title}>
      <RadioGroup
        legend={words.how}
        className={styles.choices}
        value={way}
        onChoose={code => anew(() => go(code))}
        options={waysOf(isCustomer).map(code => ({ code, words: words.ways[code] }))}
      />
      {way === 'BODY' ? (
        <>
          <RadioGroup
            legend={words.measuredIn}
            className={styles.choices}
            value={unit}
            onChoose={code => anew(() => setUnit(code))}
            options={(['cm', 'in'] as const).map(code => ({ code, words: words.units[code] }))}
          />
          {measures.map(measure => (
            <TextField
              key={`${measure} ${unit}`}
              label={words.measureOf(measure, unit)}
              name={measure}
              required
              inputMode="decimal"
              autoComplete="off"
              defaultValue={inUnit(body[measure], unit)}
              errors={wrong[measure] ? [wrong[measure]] : []}
            />
          ))}
          <p className={styles.soft}>{words.kept}</p>
        </>
      ) : (
        <>
          {way === 'OWN' && <OwnChoice garments={garments} />}
          {way === 'BRAND' && <BrandChoice sizes={brands} />}
          {way === 'WORN' && (
            <SelectField label={words.wornSize} name="worn">
              {table.map(({ size_code }) => (
                <option key={size_code} value={size_code}>
                  {nameOf(size_code)}
                </option>
              ))}
            </SelectField>
          )}
          <RadioGroup
            legend={words.howItIs}
            className={styles.choices}
            value={wornFit}
            onChoose={setWornFit}
            options={(Object.keys(FITS) as Fit[]).map(code => ({ code, words: words.worn[code] }))}
          />
        </>
      )}
      <div className={styles.actions}>
        <Button kind={advice ? 'secondary' : 'primary'} busy={busy} disabled={isEmpty}>
          {words.show}
        </Button>
        {way === 'BODY' && Object.keys(body).length > 0 && (
          <Button
            type="button"
            kind="quiet"
            onClick={() => {
              keepBody({})
              say({ words: words.forgotten })
              onClose()
            }}
          >
            {words.forget}
          </Button>
        )}
      </div>
      <div role="status" className={styles.advice}>
        {unmeasured && <p>{unmeasured}</p>}
        {advice && (
          <Advice
            advice={advice}
            nameOf={nameOf}
            take={code => {
              choose(code)
              onClose()
            }}
          />
        )}
      </div>
    </form>
  )
}
