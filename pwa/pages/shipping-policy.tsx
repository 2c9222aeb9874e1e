import { Link } from 'react-router-dom'
import page from '#pwa/ui/page.module.css'

export const ShippingPolicy = () => (
  <article className={page.text}>
    <h1>Shipping policy</h1>
    <p className={page.lead}>Delivery usually takes up to 36 working hours.</p>
    <h2>Walk-in pick-up</h2>
    <p>Pick-up is free. Your order is ready 3 days after you place it: send the order number by messaging app to one of our <Link to="/contact">two shop numbers</Link> before you come.</p>
    <h2>Delivery</h2>
    <p>Deliveries start on 25 August 2025. The fee is not charged with the order: a dispatch rider calls you, agrees the fee with you, and is paid directly.</p>
    <p>Orders above GH₵ 2,000 are delivered free.</p>
    <h2>Please note</h2>
    <p>We may withhold the service where these terms are not followed.</p>
  </article>
)
