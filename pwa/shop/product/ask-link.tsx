import MessageCircle from 'lucide-react/icons/message-circle'
import { whatsAppLink } from '#pwa/browser/outward-links.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { productPath, type Product } from '#sync/protocol/shop/catalogue.ts'
import type { ProductChoice } from './choice.ts'
import * as words from './product-words.ts'
import styles from './product-page.module.css'

/** A question to the shop by WhatsApp, about this product in the chosen size. Hidden when the shop has no number. */
export function AskLink({ product, choice }: { product: Product; choice: ProductChoice }) {
  const number = useShop()?.whatsapp
  const origin = useMounted() ? location.origin : ''
  if (!number) return null
  const size = product.sizes.find(({ code }) => code === choice.size)?.name ?? ''
  return (
    <a
      className={styles.ask}
      href={whatsAppLink(number, words.question(product.name, size, origin + productPath(product)))}
      target="_blank"
      rel="noreferrer"
    >
      <MessageCircle size={20} aria-hidden />
      {words.askOnWhatsApp}
    </a>
  )
}
