import { useShopName } from '#pwa/shell/use-shop.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'

export function About() {
  const shop = useShopName()
  return (
    <article className={page.text}>
      <h1>Our story</h1>
      <p className={page.lead}>{shop} is named after the edge of a cloth that will not fray: the selvedge. It is the part nobody sees, and the part that holds.</p>
      <p>We began with one rail of jeans and a promise: sizes that run true, seams sewn twice, prices said plainly. The rail became a shop. The promise stayed.</p>
      <h2>How we choose</h2>
      <p>Every piece is worn, washed and worn again before it is ordered. What bags at the knee or fades in blotches goes back. What stays is cut for heat, for long days, and for more than one season.</p>
      <h2>How we sell</h2>
      <p>The price on the tag is the price you pay, in cedis. If something does not fit, bring it back within three days and we find the size that does.</p>
      <ButtonLink to="/shop">See what is in the shop</ButtonLink>
    </article>
  )
}
