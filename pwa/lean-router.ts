import type { Plugin } from 'vite'

const ROUTER = /\/react-router\/dist\/production\/.+\.mjs$/

/**
 * React Router says at its modules' top what each of its components is called and whom it is made by, which bundlers
 * take for something that must be done, though nobody asks for the component. Without these lines what is not asked for
 * stays away.
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
