interface Page {
  publicKey: string
  access_code: string | null
}

/**
 * The payment page, in a frame of the shop's page or on its own. Without an access code it waits for the shop's page to
 * send one.
 */
export const hostedPage = ({ publicKey, access_code }: Page) => `<!doctype html>
<html lang="en-GH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Payment sandbox</title>
<link rel="stylesheet" href="/sandbox/paystack/checkout.css">
<script type="module" src="/sandbox/paystack/checkout-page.js"></script>
</head>
<body data-key="${publicKey}" data-access-code="${access_code ?? ''}">
<main aria-labelledby="amount">
<header>
<p class="mark"><span aria-hidden="true"></span>Payment sandbox</p>
<button type="button" id="cancel" aria-label="Cancel payment"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15"/></svg></button>
</header>
<p class="notice">No real money moves here. Never type in a real card.</p>
<p id="email"></p>
<h1 id="amount">One moment …</h1>
<p id="status" role="status" hidden></p>
<p id="alert" role="alert" hidden></p>
<noscript><p class="alert">This page needs JavaScript.</p></noscript>

<form id="pay" hidden>
<fieldset class="ways"><legend>Pay with</legend>
<label><input type="radio" name="way" value="card" checked><span>Card</span></label>
<label><input type="radio" name="way" value="mobile_money"><span>Mobile money</span></label>
</fieldset>
<div id="card-fields">
<label>Card number<input name="number" inputmode="numeric" autocomplete="off" placeholder="0000 0000 0000 0000" required></label>
<div class="pair">
<label>Expiry<input name="expiry" inputmode="numeric" autocomplete="off" placeholder="MM/YY" pattern="\\d\\d ?/ ?\\d\\d" title="MM/YY" required></label>
<label>CVV<input name="cvv" inputmode="numeric" autocomplete="off" placeholder="000" pattern="\\d{3,4}" title="Three or four digits" required></label>
</div>
</div>
<div id="wallet-fields" hidden>
<label>Network<select name="provider"><option value="mtn">MTN</option><option value="vod">Telecel</option><option value="atl">AT</option></select></label>
<label>Phone number<input name="phone" type="tel" inputmode="tel" autocomplete="off" placeholder="024 123 4567" required></label>
</div>
<button class="primary" id="submit">Pay</button>
</form>

<form id="step" hidden>
<p id="step-words"></p>
<label id="step-field"><span id="step-label"></span><input name="answer" autocomplete="off" required></label>
<div id="step-buttons" hidden>
<button type="button" class="primary" data-answer="approve">Approve</button>
<button type="button" data-answer="refuse">Refuse</button>
</div>
<button class="primary" id="step-submit">Continue</button>
<button type="button" id="back">Pay another way</button>
</form>

<section id="done" hidden>
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M14 25l7 7 13-15"/></svg>
<p>Payment successful</p>
</section>

<details id="instruments" open hidden>
<summary>Test cards and wallets</summary>
<ul>${TESTS.map(
  ({ words, fill, hint }) =>
    `<li><button type="button" ${Object.entries(fill)
      .map(([name, value]) => `data-${name}="${value}"`)
      .join(' ')}><b>${words}</b><span>${hint}</span></button></li>`,
).join('\n')}</ul>
</details>
</main>
</body>
</html>
`

const cardTest = (words: string, number: string, rest: { cvv: string; extra?: string }) => ({
  words,
  fill: { number, expiry: '12/30', cvv: rest.cvv },
  hint: `${number} · CVV ${rest.cvv}${rest.extra ? ` · ${rest.extra}` : ''}`,
})

const TESTS: readonly { words: string; fill: Record<string, string>; hint: string }[] = [
  cardTest('Success', '4084 0840 8408 4081', { cvv: '408' }),
  cardTest('Success after a PIN', '5078 5078 5078 5078 12', { cvv: '081', extra: 'PIN 1111' }),
  cardTest('Success after PIN and OTP', '5060 6666 6666 6666 666', { cvv: '123', extra: 'PIN 1234 · OTP 123456' }),
  cardTest('Success after PIN, phone and OTP', '5078 5078 5078 5078 04', {
    cvv: '884',
    extra: 'PIN 0000 · OTP 123456',
  }),
  cardTest('Asks the bank', '5192 6027 2058 4796', { cvv: '123' }),
  cardTest('Declined', '4084 0800 0000 5408', { cvv: '001' }),
  cardTest('Insufficient funds', '4084 0800 0067 0037', { cvv: '787' }),
  cardTest('Token not generated', '5078 5078 5078 5078 53', { cvv: '082', extra: 'PIN 0000' }),
  cardTest('Success; a refund will fail', '4084 0800 0067 1803', { cvv: '180' }),
  cardTest('Success; a refund needs attention', '4084 0800 0067 1902', { cvv: '190' }),
  { words: 'MTN, success at once', fill: { phone: '055 123 4987', provider: 'mtn' }, hint: '055 123 4987' },
  {
    words: 'Telecel, asks for a voucher',
    fill: { phone: '020 123 4567', provider: 'vod' },
    hint: '020 123 4567 · voucher 123456',
  },
  { words: 'MTN, asks on the phone', fill: { phone: '024 123 4567', provider: 'mtn' }, hint: '024 123 4567' },
]
