import { threadId } from 'node:worker_threads'

// Files that run at the same time are browsers of their own: Node would carry what a tab tells the others through all
// threads.
const Channel = BroadcastChannel
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(`${threadId} ${name}`)
  }
}

// What the documents of these tests lack of a browser's: dialogs that open, places to scroll to, and media to ask
// about.
if (typeof document !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  window.matchMedia = media =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
}
