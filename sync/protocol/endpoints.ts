import type { AccountEndpoints } from './endpoints/account.ts'
import type { AlertEndpoints } from './endpoints/alerts.ts'
import type { BagEndpoints } from './endpoints/bag.ts'
import type { CategoryEndpoints } from './endpoints/categories.ts'
import type { CheckoutEndpoints } from './endpoints/checkout.ts'
import type { DeskEndpoints, DeskFigureEndpoints } from './endpoints/desk.ts'
import type { EntityEndpoints } from './endpoints/entities.ts'
import type { JobEndpoints } from './endpoints/jobs.ts'
import type { GiftCardEndpoints } from './endpoints/gift-cards.ts'
import type { ImportEndpoints } from './endpoints/imports.ts'
import type { LedgerEndpoints } from './endpoints/ledger.ts'
import type { NewsletterEndpoints } from './endpoints/newsletter.ts'
import type { NoteEndpoints } from './endpoints/notes.ts'
import type { OrderEndpoints } from './endpoints/orders.ts'
import type { PeopleEndpoints } from './endpoints/people.ts'
import type { ProductEndpoints } from './endpoints/products.ts'
import type { RefundEndpoints } from './endpoints/refunds.ts'
import type { ReconciliationEndpoints } from './endpoints/reconciliations.ts'
import type { ReviewEndpoints } from './endpoints/reviews.ts'
import type { SearchEndpoints } from './endpoints/searches.ts'
import type { SecondFactorEndpoints } from './endpoints/second-factors.ts'
import type { SessionEndpoints } from './endpoints/sessions.ts'
import type { ShopEndpoints } from './endpoints/shop.ts'
import type { StockEndpoints } from './endpoints/stock.ts'
import type { TillEndpoints } from './endpoints/tills.ts'

/**
 * Every hand-written route: its query, body and reply. The api answers through `route` and the pwa calls through `api`,
 * both typed by these names, so that a change on only one side does not compile. Costs nothing at run time.
 */
export interface Endpoints
  extends
    AccountEndpoints,
    AlertEndpoints,
    BagEndpoints,
    CategoryEndpoints,
    CheckoutEndpoints,
    EntityEndpoints,
    DeskEndpoints,
    DeskFigureEndpoints,
    GiftCardEndpoints,
    ImportEndpoints,
    JobEndpoints,
    LedgerEndpoints,
    NewsletterEndpoints,
    NoteEndpoints,
    OrderEndpoints,
    PeopleEndpoints,
    ProductEndpoints,
    RefundEndpoints,
    ReconciliationEndpoints,
    ReviewEndpoints,
    SearchEndpoints,
    SecondFactorEndpoints,
    SessionEndpoints,
    ShopEndpoints,
    StockEndpoints,
    TillEndpoints {}

export type EndpointName = keyof Endpoints
export type QueryOf<N extends EndpointName> = Endpoints[N] extends { query: infer Q } ? Q : undefined
export type BodyOf<N extends EndpointName> = Endpoints[N] extends { body: infer B } ? B : undefined
export type ReplyOf<N extends EndpointName> = Endpoints[N]['reply']

/** The parameters of a path: 'GET /tills/:id' has { id }. An `id` is a whole number from 1, anything else text. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, ParamValue<Name>> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, ParamValue<Name>>
    : {}
type ParamValue<Name extends string> = Name extends 'id' | `${string}Id` ? number : string
