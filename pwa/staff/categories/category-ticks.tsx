import { CheckField } from '#pwa/ui/check-field.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { FormSection } from '../kit/form-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { useCategories } from '../kit/use-categories.ts'
import { depthsOf } from './category-tree.ts'
import styles from '../setup/setup.module.css'
import * as words from '../setup/setup-words.ts'

/**
 * A coupon's categories, as `category_ids`; a ticked one includes those below it. Until the options load, the stored
 * ones stay.
 */
export function CategoryTicks({ held, errors }: { held: readonly number[]; errors?: readonly string[] | undefined }) {
  const read = useCategories()
  const { data } = read
  const depths = data && depthsOf(data)
  return (
    <FormSection title={words.categories} hint={words.ticksHint}>
      {errors && <p className={styles.wrong}>{errors.join(' ')}</p>}
      <Unread of={read} />
      {data && depths ? (
        <div className={styles.ticks}>
          {data.map(({ id, name }) => (
            <div key={id} style={{ paddingInlineStart: `${(depths.get(id) ?? 0) * 24}px` }}>
              <CheckField name="category_ids" value={id} label={name} defaultChecked={held.includes(id)} />
            </div>
          ))}
        </div>
      ) : (
        <>
          {held.map(id => (
            <input key={id} type="hidden" name="category_ids" value={id} />
          ))}
          {!read.error && <Loader rows={4} />}
        </>
      )}
    </FormSection>
  )
}

export const tickedIn = (form: FormData): number[] => form.getAll('category_ids').map(Number)
