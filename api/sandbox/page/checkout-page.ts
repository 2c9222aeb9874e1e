interface Access {
  id: number
  email: string
  amount: number
  currency: string
  access_code: string
  transaction_status: string
  reference: string
  merchant_name: string
  cancel_action: string | null
  callback_url: string | null
  customer: object
}
interface Reply {
  status: boolean
  message: string
  data?: { status: string; display_text?: string; redirecturl?: string | null; message?: string }
}

const API = '/sandbox/paystack'
const framed = window.parent !== window
const key = document.body.dataset.key!

let access: Access | null = null
/** What was sent so far, with the answer to each step. */
let sent: Record<string, unknown> = {}
let step = ''

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const pay = find<HTMLFormElement>('pay')
const ask = find<HTMLFormElement>('step')

const tell = (event: string, data: object = {}) => {
  if (framed) window.parent.postMessage({ event, data }, location.origin)
}

const authorised = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

async function load(code: string): Promise<void> {
  const reply = await fetch(`${API}/transaction/verify_access_code/${encodeURIComponent(code)}`, {
    headers: authorised,
  }).then(answer => answer.json() as Promise<{ status: boolean; message: string; data: Access }>)
  if (!reply.status) return fail(reply.message)
  access = reply.data
  find('amount').textContent =
    `Pay ${new Intl.NumberFormat('en-GH', { style: 'currency', currency: access.currency }).format(access.amount / 100)}`
  find('email').textContent = `${access.merchant_name} · ${access.email}`
  tell('loaded:transaction', { id: access.id, customer: access.customer, accessCode: access.access_code })
  if (access.transaction_status !== 'abandoned' && access.transaction_status !== 'pending')
    return fail('This payment is over already.')
  find('instruments').hidden = false
  showPay()
}

function fail(message: string): void {
  find('amount').textContent = 'This cannot be paid here'
  say('alert', message)
  tell('error', { type: 'setup', message })
}

function say(id: 'alert' | 'status', words: string | null): void {
  find(id).hidden = words === null
  find(id).textContent = words ?? ''
}

function showPay(): void {
  ask.hidden = true
  pay.hidden = false
  const wallet = new FormData(pay).get('way') === 'mobile_money'
  find('card-fields').hidden = wallet
  find('wallet-fields').hidden = !wallet
  for (const input of pay.querySelectorAll<HTMLInputElement>('#card-fields input')) input.disabled = wallet
  for (const input of pay.querySelectorAll<HTMLInputElement | HTMLSelectElement>('#wallet-fields :is(input, select)'))
    input.disabled = !wallet
  find('submit').textContent = find('amount').textContent
}

const LABELS: Record<string, readonly [field: string, label: string]> = {
  send_pin: ['pin', 'Card PIN'],
  send_otp: ['otp', 'Code'],
  send_phone: ['phone', 'Phone number'],
  open_url: ['bank', ''],
  pay_offline: ['prompt', ''],
}

function showStep(status: string, words: string): void {
  const [name, label] = LABELS[status] ?? ['otp', 'Code']
  step = name
  const choice = label === ''
  pay.hidden = true
  ask.hidden = false
  find('step-words').textContent = words
  find('step-label').textContent = label
  find('step-field').hidden = choice
  find('step-submit').hidden = choice
  find('step-buttons').hidden = !choice
  const input = ask.elements.namedItem('answer') as HTMLInputElement
  input.value = ''
  input.disabled = choice
  input.inputMode = 'numeric'
  if (choice) find('step-buttons').querySelector('button')!.focus()
  else input.focus()
}

async function send(): Promise<void> {
  if (!access) return
  busy(true)
  say('alert', null)
  say('status', 'Paying …')
  try {
    const reply = await fetch(`${API}/checkout/${access.access_code}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    })
    hear((await reply.json()) as Reply)
  } catch {
    say('alert', 'No connection. Please try again.')
  } finally {
    busy(false)
    say('status', null)
  }
}

function hear({ message, data, status }: Reply): void {
  if (!status) {
    showPay()
    say('alert', message)
    return find('alert').focus()
  }
  if (data!.status !== 'success') return showStep(data!.status, data!.display_text ?? '')
  for (const part of ['pay', 'step', 'instruments', 'cancel']) find(part).hidden = true
  find('done').hidden = false
  setTimeout(() => {
    tell('success', data!)
    if (!framed && data!.redirecturl) location.assign(data!.redirecturl)
  }, 900)
}

function busy(is: boolean): void {
  for (const button of document.querySelectorAll('button')) button.disabled = is
  find('submit').setAttribute('aria-busy', String(is))
}

const cancel = () => {
  tell('cancel', { status: access?.transaction_status ?? 'abandoned' })
  const back = access?.cancel_action ?? access?.callback_url
  if (!framed && back) location.assign(back)
}

pay.addEventListener('change', event => {
  if ((event.target as HTMLInputElement).name === 'way') showPay()
})
pay.addEventListener('submit', event => {
  event.preventDefault()
  const { number, expiry, cvv, phone, provider } = Object.fromEntries(new FormData(pay)) as Record<string, string>
  sent = phone === undefined ? { number, expiry, cvv } : { mobile_money: { phone, provider } }
  void send()
})
ask.addEventListener('submit', event => {
  event.preventDefault()
  sent = { ...sent, [step]: String(new FormData(ask).get('answer')).trim() }
  void send()
})
ask.addEventListener('click', event => {
  const { answer } = (event.target as HTMLElement).dataset
  if (answer === undefined) return
  sent = { ...sent, [step]: answer }
  void send()
})
find('back').addEventListener('click', showPay)
find('cancel').addEventListener('click', cancel)
document.addEventListener('keydown', ({ key: pressed }) => {
  if (pressed === 'Escape' && !find('cancel').hidden) cancel()
})
find('instruments').addEventListener('click', event => {
  const filled = (event.target as HTMLElement).closest('button')?.dataset
  if (!filled) return
  for (const radio of pay.querySelectorAll<HTMLInputElement>('[name=way]'))
    radio.checked = radio.value === (filled.phone === undefined ? 'card' : 'mobile_money')
  showPay()
  say('alert', null)
  for (const [name, value] of Object.entries(filled)) (pay.elements.namedItem(name) as HTMLInputElement).value = value!
  find('submit').focus()
})

// Only the framing page, on the same origin, may say what is paid.
window.addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<{ type?: string; path?: string; params?: Record<string, unknown> }>) => {
    if (!framed || source !== window.parent || origin !== location.origin || data?.type !== 'inline:url') return
    if (data.path === 'close') cancel()
    if (data.path === 'newTransaction') void open(data.params ?? {})
  },
)

/** Shows the payment: a transaction by its access code, or a new one. */
export async function open({ accessCode, ...request }: Record<string, unknown>): Promise<void> {
  try {
    if (typeof accessCode === 'string') return await load(accessCode)
    const made = await fetch(`${API}/checkout/request_inline`, {
      method: 'POST',
      headers: { ...authorised, authorization: `Bearer ${String(request.key)}` },
      body: JSON.stringify(request),
    })
    const reply = (await made.json()) as { status: boolean; message: string; data: { access_code: string } }
    if (!reply.status) return fail(reply.message)
    await load(reply.data.access_code)
  } catch {
    fail('No connection. Please try again.')
  }
}

tell('loaded:checkout')
if (document.body.dataset.accessCode) void open({ accessCode: document.body.dataset.accessCode })
