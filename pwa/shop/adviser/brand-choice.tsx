import { useState } from 'react'
import { SelectField } from '#pwa/ui/field.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import * as words from './adviser-words.ts'
import styles from './adviser.module.css'
import { brandsIn, type useBrandSizes } from './brand-garments.ts'

/** A garment of another brand, and its size there. */
export function BrandChoice({ sizes }: { sizes: ReturnType<typeof useBrandSizes> }) {
  const [chosen, choose] = useState('')
  const { data, error, refetch } = sizes
  if (!data)
    return error ? (
      <LoadError what={words.brandSizes} message={error.message} again={() => void refetch()} />
    ) : (
      <Loader rows={2} height={44} />
    )
  if (data.sizes.length === 0) return <p>{words.noBrands}</p>
  const brands = brandsIn(data.sizes)
  const brand = brands.includes(chosen) ? chosen : brands[0]!
  return (
    <>
      <SelectField label={words.brand} name="brand" value={brand} onChange={({ target }) => choose(target.value)}>
        {brands.map(name => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField key={brand} label={words.brandSize} name="brand_size">
        {data.sizes
          .filter(each => each.brand === brand)
          .map(({ size }) => (
            <option key={size}>{size}</option>
          ))}
      </SelectField>
      <p className={styles.soft}>{words.brandGuide}</p>
    </>
  )
}
