// Loaded before the shop (NODE_OPTIONS=--import): Node.js is what OLD_NODE says.
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.OLD_NODE } })
