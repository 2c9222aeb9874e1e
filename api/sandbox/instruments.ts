export type Step = 'pin' | 'phone' | 'otp' | 'birthday' | 'address' | 'bank' | 'prompt'
/** The payer's answer to each step; `bank` and `prompt` are 'approve' or 'refuse'. */
export type Answers = Partial<Record<Step, string>>

/** A card or wallet, and what happens when it pays. Holds only those digits of a card that may be shown. */
export interface Instrument {
  name: string
  channel: 'card' | 'mobile_money'
  /** The questions in order, each with its only right answer; null accepts any. */
  steps: readonly (readonly [Step, string | null])[]
  /** The message after the last step, if it is refused. */
  refused?: string
  refund?: 'failed' | 'needs-attention'
}

const card = (name: string, rest: Partial<Instrument> = {}): Instrument => ({
  name,
  channel: 'card',
  steps: [],
  ...rest,
})
const wallet = (name: string, steps: Instrument['steps'] = [], refused?: string): Instrument => ({
  name,
  channel: 'mobile_money',
  steps,
  ...(refused && { refused }),
})

/** The published test cards: number, cvv, behaviour. */
const CARDS: readonly (readonly [number: string, cvv: string, Instrument])[] = [
  ['4084084084084081', '408', card('plain')],
  ['507850785078507812', '081', card('pin', { steps: [['pin', '1111']] })],
  [
    '5060666666666666666',
    '123',
    card('pin_otp', {
      steps: [
        ['pin', '1234'],
        ['otp', '123456'],
      ],
    }),
  ],
  [
    '507850785078507804',
    '884',
    card('pin_phone_otp', {
      steps: [
        ['pin', '0000'],
        ['phone', null],
        ['otp', '123456'],
      ],
    }),
  ],
  ['5192602720584796', '123', card('bank', { steps: [['bank', 'approve']] })],
  ['4084080000005408', '001', card('declined', { refused: 'Declined' })],
  ['4084080000670037', '787', card('insufficient', { refused: 'Insufficient Funds' })],
  [
    '507850785078507853',
    '082',
    card('no_token', {
      steps: [['pin', '0000']],
      refused: 'Token Not Generated. Customer Not Registered on Token Platform',
    }),
  ],
  ['4084080000671803', '180', card('refund_fails', { refund: 'failed' })],
  ['4084080000671902', '190', card('refund_attention', { refund: 'needs-attention' })],
]
const DECLINED = CARDS[5]![2]

const TEST_PHONE = '0551234987'
const PROMPT = ['prompt', 'approve'] as const
const WALLETS = [
  wallet('momo'),
  wallet('momo_voucher', [['otp', '123456']]),
  wallet('momo_offline', [PROMPT]),
  wallet('momo_poor', [PROMPT], 'Insufficient funds'),
  wallet('momo_asleep', [PROMPT]),
  wallet('momo_code', [['otp', '123456'], PROMPT]),
  wallet('momo_unknown', [], 'The phone number has no mobile money wallet'),
] as const
/** The last digits of other numbers that behave in a way of their own. */
const BY_END: Record<string, Instrument> = {
  '0001': WALLETS[3],
  '0002': WALLETS[4],
  '0003': WALLETS[5],
  '0004': WALLETS[6],
}
/** Whose phone never answers. */
export const isAsleep = ({ name }: Instrument) => name === WALLETS[4].name

const BY_NAME = new Map(
  [...CARDS.map(([, , instrument]) => instrument), ...WALLETS].map(instrument => [instrument.name, instrument]),
)
export const instrumentNamed = (name: string | null) => BY_NAME.get(name ?? '') ?? null

export interface CardDetails {
  number: string
  cvv: string
  expiry_month: number
  expiry_year: number
}

/**
 * A card's behaviour; unknown cards, a wrong cvv and expired cards are declined. `expiry_year` has two or four digits.
 */
export function instrumentOfCard({ number, cvv, expiry_month, expiry_year }: CardDetails, now: number): Instrument {
  const found = CARDS.find(([known]) => known === number.replace(/\D/g, ''))
  const expired = Date.UTC((expiry_year % 100) + 2000, expiry_month) <= now
  return found && found[1] === cvv && !expired ? found[2] : DECLINED
}

export const NETWORKS = { mtn: 'MTN', vod: 'Telecel', atl: 'AT' } as const
export type Network = keyof typeof NETWORKS
export const isNetwork = (text: unknown): text is Network => typeof text === 'string' && Object.hasOwn(NETWORKS, text)

/**
 * The published test number pays at once; other numbers ask for a voucher (Telecel) or for approval on the phone. Those
 * ending in 0001 have no money, 0002 never answer, 0003 ask for a code first, and 0004 have no wallet.
 */
export const instrumentOfWallet = (phone: string, provider: Network): Instrument =>
  localPhone(phone) === TEST_PHONE
    ? WALLETS[0]
    : (BY_END[localPhone(phone).slice(-4)] ?? (provider === 'vod' ? WALLETS[1] : WALLETS[2]))

/** A Ghanaian number as 0XXXXXXXXX, from any spelling. */
export const localPhone = (phone: string) => phone.replace(/\D/g, '').replace(/^(?:233|0)?(\d{9})$/, '0$1')

export type Outcome =
  | { kind: 'paid' }
  | { kind: 'ask'; step: Step; done: number }
  | { kind: 'refused'; words: string; afterSteps: boolean }

const WRONG: Partial<Record<Step, string>> = {
  pin: 'Incorrect PIN',
  otp: 'Token Authorization Not Successful. Incorrect Token Provided',
}

/** Runs an instrument's steps from the given one, as far as the answers go. */
export function play({ steps, refused }: Instrument, answers: Answers, from = 0): Outcome {
  for (const [index, [step, right]] of [...steps.entries()].slice(from)) {
    const answer = answers[step]
    if (answer === undefined) return { kind: 'ask', step, done: index }
    if (right !== null && answer !== right)
      return { kind: 'refused', words: WRONG[step] ?? 'Declined', afterSteps: true }
  }
  return refused ? { kind: 'refused', words: refused, afterSteps: steps.length > 0 } : { kind: 'paid' }
}
