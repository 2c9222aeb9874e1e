import Clock from 'lucide-react/icons/clock'
import ExternalLink from 'lucide-react/icons/external-link'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { directionsTo, whatsAppLink } from '#pwa/browser/outward-links.ts'
import { useShopReply } from '#pwa/shell/use-shop.ts'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { formatPhone } from '#sync/protocol/phone.ts'
import * as words from './about-words.ts'
import styles from './contact.module.css'

export function Contact() {
  const { data, error, refetch } = useShopReply()
  const shop = data?.shop
  return (
    <article className={page.text}>
      <h1>{words.contact}</h1>
      <p className={page.lead}>{words.callOrWrite}</p>
      {shop ? (
        <ul className={`bare ${styles.ways}`}>
          {[...new Set([...shop.phones, ...shop.whatsapp_numbers])].map(phone => (
            <li key={phone}>
              <Phone size={20} aria-hidden />
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{formatPhone(phone)}</a>
              {shop.whatsapp_numbers.includes(phone) && (
                <a
                  className={styles.end}
                  href={whatsAppLink(phone, words.hello(shop.name))}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={words.whatsAppAt(formatPhone(phone))}
                >
                  <MessageCircle size={20} aria-hidden /> {words.whatsApp}
                </a>
              )}
            </li>
          ))}
          <li>
            <Mail size={20} aria-hidden />
            <a href={`mailto:${shop.email}`}>{shop.email}</a>
          </li>
          {shop.hours.map(({ days, hours }) => (
            <li key={days}>
              <Clock size={20} aria-hidden />
              <span>
                {days}: {hours}
              </span>
            </li>
          ))}
          <li>
            <MapPin size={20} aria-hidden />
            <address>{shop.address}</address>
            <a className={styles.end} href={directionsTo(shop)} target="_blank" rel="noreferrer">
              {words.directions} <ExternalLink size={16} aria-hidden />
            </a>
          </li>
        </ul>
      ) : error ? (
        <LoadError what={words.ourNumbers} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={4} height={44} />
      )}
      <img className={styles.map} src="/shop-map.svg" alt={words.map} width={640} height={320} loading="lazy" />
    </article>
  )
}
