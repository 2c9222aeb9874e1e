import { useShop } from '#pwa/shell/use-shop.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './policy-words.ts'

export function ReturnsPolicy() {
  const returns = useShop()?.terms.returns
  return (
    <article className={page.text}>
      <h1>{words.returnsPolicy}</h1>
      {returns && <p className={page.lead}>{returns}</p>}
      <h2>{words.whatCanComeBack}</h2>
      <ul>
        {words.comesBack.map(piece => (
          <li key={piece}>{piece}</li>
        ))}
      </ul>
      <h2>{words.how}</h2>
      <p>{words.bringIt}</p>
      <p>
        {words.questions} <Link to="/contact">{words.callOrWrite}</Link>
      </p>
    </article>
  )
}
