import { threadId } from 'node:worker_threads'

// Files that run at the same time are separate browsers: Node would carry a tab's messages to all threads.
const Channel = BroadcastChannel
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(`${threadId} ${name}`)
  }
}

// What jsdom lacks: dialogs that open, scrolling, and media queries.
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
