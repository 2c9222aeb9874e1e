import { useShop, useShopName } from '#pwa/shell/use-shop.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './about-words.ts'

export function About() {
  const shop = useShopName()
  const returns = useShop()?.terms.returns
  return (
    <article className={page.text}>
      <h1>{words.ourStory}</h1>
      <p className={page.lead}>{words.named(shop)}</p>
      <p>{words.began}</p>
      <h2>{words.howWeChoose}</h2>
      <p>{words.choosing}</p>
      <h2>{words.howWeSell}</h2>
      <p>
        {words.selling} {returns}
      </p>
      <ButtonLink to="/shop">{words.seeTheShop}</ButtonLink>
    </article>
  )
}
