import type { OrderItem } from '#sync/protocol/shop/order-view.ts'
import { ItemChoice } from '../returns/item-choice.tsx'
import * as words from './order-words.ts'

interface Props {
  goods: Pick<OrderItem, 'product_variation'>
  quantity?: number
  /** They were given in exchange. */ isExchanged: boolean
}

/** Returned goods, such as '2 × Slim jeans (exchanged)', with size and colour. */
export const GoodsLine = ({ goods, quantity, isExchanged }: Props) => (
  <>
    <strong>
      {quantity !== undefined && `${quantity} × `}
      {goods.product_variation.product.name}
      {isExchanged && words.exchanged}
    </strong>
    <ItemChoice item={goods} />
  </>
)
