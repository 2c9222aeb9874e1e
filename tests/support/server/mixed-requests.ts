const PATHS = [
  '/',
  '/shop',
  '/api/products',
  '/api/products?search_text=jeans',
  '/api/products?sizes[]=UK10&order_column=products.retail_price',
  '/api/products/1',
  '/api/categories',
  '/sitemap.xml',
]
const AT_ONCE = 4

/**
 * Sends a number of requests to a demo shop, like its visitors: pages, lists, searches and products; of a hundred, five
 * open a guest session and one signs in. @throws if an answer is unsuccessful
 */
export async function askMixed(url: string, requests: number): Promise<void> {
  let asked = 0
  const ask = async () => {
    while (asked < requests) {
      const reply = await answerTo(url, asked++)
      if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}.`)
      await reply.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

function answerTo(url: string, nth: number): Promise<Response> {
  if (nth % 100 === 50) return post(`${url}/api/login`, { email: 'customer@shop.test', password: 'Demo-1234' })
  if (nth % 20 === 10) return post(`${url}/api/guest`, {})
  return fetch(url + PATHS[nth % PATHS.length]!, { headers: { accept: nth % PATHS.length < 2 ? 'text/html' : '*/*' } })
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
