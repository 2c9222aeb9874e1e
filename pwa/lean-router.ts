import type { Plugin } from 'vite'

const ROUTER = /\/react-router\/dist\/production\/.+\.mjs$/

/**
 * React Router's modules set the name and maker of each component at their top level. Bundlers take these for side
 * effects and keep unused components. These annotations let them be dropped.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: ROUTER },
    handler: code => ({
      code: code
        .replace(/^\w+\.displayName = .+$/gm, '')
        .replace(/ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ '),
      map: null,
    }),
  },
})
