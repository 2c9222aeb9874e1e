import { useAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { ApiError } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { rememberOrder } from '#pwa/orders/open-order.ts'
import { keepOrder } from '#pwa/orders/order-door.ts'
import { changed } from '#pwa/shop/bag/gathered.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import { addressFrom } from './address-draft.ts'
import { isOfInformation } from './check-information.ts'
import * as checkoutWords from './checkout-words.ts'
import { coupon, submissionOf, type Draft } from './draft.ts'
import { handOver } from './fresh-payment.ts'
import { usePlaceOrder, type Placed, type Refusal } from './use-place-order.ts'

/** Places the order and passes its payment to the last step. Errors appear where the shopper can fix them. */
export function useOrdering() {
  const { place, ...rest } = usePlaceOrder()
  const [applied, setApplied] = useAtom(coupon)
  const navigate = useNavigate()

  async function order(typed: Draft, totals: Totals): Promise<void> {
    const result = await place(submissionOf(typed, { totals, coupon: applied }))
    if (result && 'order' in result) goOn(result, typed)
    else if (result) await putRight(result)
  }

  function goOn({ order: placed, payment }: Placed, typed: Draft): void {
    keepOrder(rememberOrder(placed), placed)
    if (payment) handOver(placed.id, payment)
    if (typed.save_address && typed.delivery_method_code === 'delivery' && typed.shipping_address.trim())
      void saveAddress(typed)
    // The order is placed even if this fails.
    if (typed.newsletter) void api('POST /api/newsletter', { body: { email: typed.email.trim() } }).catch(ignoreRefusal)
    void navigate(`/checkout/pay?order=${placed.id}`)
  }

  async function putRight(refusal: Refusal): Promise<void> {
    if (refusal.kind === 'words') return
    if (refusal.kind === 'fields' && refusal.errors.coupon_code) setApplied(null)
    if (refusal.kind === 'fields' && Object.keys(refusal.errors).some(isOfInformation))
      return void navigate('/checkout', { state: { errors: refusal.errors } })
    if (refusal.kind === 'stale' && applied)
      await api('POST /api/checkout/coupons/validate', { body: { coupon_code: applied.code } }).then(
        reply => setApplied(reply.coupon),
        ignoreRefusal,
      )
    for (const queryKey of [['GET /api/checkout/delivery/zones'], ['GET /api/shop']])
      void queries.invalidateQueries({ queryKey })
    await changed('GET /api/cart')
  }
  return { order, ...rest }
}

/** The order is placed even if saving the address fails. */
async function saveAddress(typed: Draft): Promise<void> {
  try {
    await api('POST /api/account/addresses', { body: addressFrom(typed) })
    await queries.invalidateQueries({ queryKey: ['GET /api/account/addresses'] })
  } catch (error) {
    ignoreRefusal(error)
    say({
      kind: 'info',
      words: checkoutWords.addressUnsaved,
      link: { to: '/account-area/addresses', words: checkoutWords.yourAddresses },
    })
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
