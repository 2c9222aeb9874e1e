// What the documents of these tests lack of a browser's: dialogs that open, places to scroll to, and media to ask about.
if (typeof document !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function () { this.open = true }
  HTMLDialogElement.prototype.close = function () { this.open = false }
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  window.matchMedia = media => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener: () => {}, removeListener: () => {} })
}
