import { useShop } from '#pwa/shell/use-shop.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './privacy-words.ts'

/** What the shop does with personal data, and whom to ask. */
export function PrivacyPolicy() {
  const shop = useShop()
  return (
    <article className={page.text}>
      <h1>{words.privacyPolicy}</h1>
      <p className={page.lead}>{words.lead(shop?.seller.legal_name || shop?.name || '')}</p>
      <h2>{words.whatWeKeep}</h2>
      <Points points={words.kept} />
      <h2>{words.whatOthersSee}</h2>
      <Points points={words.shown} />
      <h2>{words.messages}</h2>
      <Points points={words.sent} />
      <h2>{words.onThisDevice}</h2>
      <p>{words.device}</p>
      <h2>{words.whoElse}</h2>
      <Points points={words.others} />
      <h2>{words.yourRights}</h2>
      <Points points={words.rights} />
      <p>
        <Link to="/account-area/details">{words.yourDetails}</Link>
      </p>
      <h2>{words.whoIsResponsible}</h2>
      <p>
        {[shop?.seller.legal_name, shop?.address].filter(Boolean).join(', ')}.{' '}
        {shop?.data_protection_number && words.registered(shop.data_protection_number)}
      </p>
      <p>
        <Link to="/contact">{words.ask}</Link>
      </p>
    </article>
  )
}

const Points = ({ points }: { points: readonly string[] }) => (
  <ul>
    {points.map(point => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)
