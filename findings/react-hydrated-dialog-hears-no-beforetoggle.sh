#!/usr/bin/env bash
# react-dom 19.3.1 with jsdom 26.1.0 (the DOM only carries the event; Chromium 156 shows the same).
#
# Guess: `onBeforeToggle` on a <dialog> is called whether React created the element or hydrated it.
# Seen: React calls it on a dialog that it created. On a dialog that it hydrated it calls `onCancel` and `onClose`, and
# never `onBeforeToggle` or `onToggle`: hydration attaches no listener for these two. No warning is shown.
# A page that closes a dialog by `onBeforeToggle` therefore works after a navigation and fails on the first page.
# Way round: addEventListener('beforetoggle') in an effect.
set -euo pipefail
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 jsdom@26.1.0 >/dev/null
cat >try.cjs <<'JS'
const { JSDOM } = require('jsdom')
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')

const TYPES = ['beforetoggle', 'toggle', 'cancel', 'close']
const dialog = heard =>
  createElement('dialog', {
    onBeforeToggle: () => heard.push('beforetoggle'),
    onToggle: () => heard.push('toggle'),
    onCancel: () => heard.push('cancel'),
    onClose: () => heard.push('close'),
  })
const html = renderToString(dialog([]))
const { window } = new JSDOM(`<div id="created"></div><div id="hydrated">${html}</div>`)
Object.assign(globalThis, { window, document: window.document, navigator: window.navigator })
const { createRoot, hydrateRoot } = require('react-dom/client')
const { flushSync } = require('react-dom')
const moment = () => new Promise(done => setTimeout(done, 100))

async function main() {
  const seen = {}
  for (const how of ['created', 'hydrated']) {
    const heard = []
    const place = window.document.getElementById(how)
    if (how === 'created') flushSync(() => createRoot(place).render(dialog(heard)))
    else hydrateRoot(place, dialog(heard))
    await moment()
    for (const type of TYPES) place.firstChild.dispatchEvent(new window.Event(type))
    seen[how] = heard.join(' ')
    console.log(`${how}: ${seen[how]}`)
  }
  const asSeen = seen.created === 'beforetoggle toggle cancel close' && seen.hydrated === 'cancel close'
  process.exit(asSeen ? 0 : 1)
}
main()
JS
node try.cjs || { echo 'This has changed.'; exit 1; }
