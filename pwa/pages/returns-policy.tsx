import { Link } from 'react-router-dom'
import page from '#pwa/ui/page.module.css'

export const ReturnsPolicy = () => (
  <article className={page.text}>
    <h1>Returns policy</h1>
    <p className={page.lead}>Returns and exchanges are taken within 3 days.</p>
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
