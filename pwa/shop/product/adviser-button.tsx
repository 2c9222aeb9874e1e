import { useState } from 'react'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import * as words from './product-words.ts'

const SizeAdviser = lazyPart(() => import('../adviser/size-adviser.tsx'), 'SizeAdviser')

/** Opens the size adviser, which loads then. Nothing without measurements of several sizes. */
export function AdviserButton({ product, choose }: { product: Product; choose: (size_code: string) => void }) {
  const [isOpen, open] = useState(false)
  const [wasOpened, keep] = useState(false)
  if (product.fit.length < 2) return null
  return (
    <div>
      <Button
        type="button"
        kind="secondary"
        onClick={() => {
          keep(true)
          open(true)
        }}
      >
        {words.findMySize}
      </Button>
      {wasOpened && <SizeAdviser product={product} open={isOpen} onClose={() => open(false)} choose={choose} />}
    </div>
  )
}
