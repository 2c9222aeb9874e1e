import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { useShop } from '#pwa/shell/use-shop.ts'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import styles from './contact.module.css'

export function Contact() {
  const shop = useShop()
  return (
    <article className={page.text}>
      <h1>Contact</h1>
      <p className={page.lead}>Call, write, or come by. A person answers.</p>
      {shop ? (
        <ul className={`bare ${styles.ways}`}>
          {shop.phones.map(phone => <li key={phone}><Phone size={20} aria-hidden /><a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a></li>)}
          <li><Mail size={20} aria-hidden /><a href={`mailto:${shop.email}`}>{shop.email}</a></li>
          <li><MapPin size={20} aria-hidden /><address>{shop.address}</address></li>
          {shop.hours.map(({ days, hours }) => <li key={days}><Clock size={20} aria-hidden /><span>{days}: {hours}</span></li>)}
        </ul>
      ) : <Loader rows={4} height={44} />}
    </article>
  )
}
