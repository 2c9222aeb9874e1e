import { useShop } from '#pwa/shell/use-shop.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'

export function ReturnsPolicy() {
  const returns = useShop()?.terms.returns
  return (
    <article className={page.text}>
      <h1>Returns policy</h1>
      {returns && <p className={page.lead}>{returns}</p>}
      <h2>What can come back</h2>
      <ul>
        <li>A piece that does not fit.</li>
        <li>A piece that is not what you ordered.</li>
        <li>A piece that is defective.</li>
      </ul>
      <h2>How</h2>
      <p>Bring it unworn, with its tags and your receipt or order number. We exchange it for the right size or piece; where there is none, we refund it the way it was paid.</p>
      <p>Questions? <Link to="/contact">Call or write to us.</Link></p>
    </article>
  )
}
