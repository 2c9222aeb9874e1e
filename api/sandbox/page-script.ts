import { readFile } from 'node:fs/promises'

/** A script of the payment page as JavaScript. A built server contains it. */
export async function pageScript(name: string): Promise<string> {
  const file = new URL(`page/${name}.ts`, import.meta.url)
  const { transformWithOxc } = await import('vite')
  return (await transformWithOxc(await readFile(file, 'utf8'), file.pathname, { sourcemap: false })).code
}
