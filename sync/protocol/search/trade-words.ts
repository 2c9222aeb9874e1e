/**
 * The trade's words in Ghanaian and British English: what a shopper types, and the words of the goods it may mean, the
 * nearest first. A line works one way. Staff add lines of their own, which replace the line of the same word.
 */
export const TRADE_WORDS = `
trousers: pants, jeans, cargos, joggers, chinos, slacks
pants: trousers, cargos, joggers, chinos, jeans
bottoms: trousers, pants, jeans, skirt, shorts
slacks: trousers, pants, chinos
jeans: denim trousers
jean trousers: jeans
denim: jeans
jeggings: skinny jeans, leggings, slim jeans
leggings: jeggings, skinny jeans
skinny: skinny jeans
pencil jeans: skinny jeans, slim jeans
pencil trousers: skinny jeans, slim jeans
tight jeans: skinny jeans, slim jeans
slim fit: slim
baggy: loose, wide leg, mom, wide
baggy jeans: loose jeans, wide leg jeans, mom jeans
loose fit: loose, wide leg
boyfriend: mom, loose, straight
boyfriend jeans: mom jeans, loose jeans, wide leg jeans
mum jeans: mom jeans
mom fit: mom
palazzo: wide leg, wide
wide leg: wide, palazzo, flared
flared: bootcut, flare, wide leg
flare: bootcut, flared, wide leg
bell bottom: bootcut, flared, wide leg
boot cut: bootcut, flared
bongo: bootcut, flared, wide leg
straight cut: straight
torn: ripped, distressed, frayed
ripped: distressed, torn, frayed
distressed: ripped, torn, frayed
crazy jeans: ripped jeans, distressed jeans
rough jeans: ripped jeans
high waist: high rise
high waisted: high rise
low waist: low rise
mid waist: mid rise
stretch: elastane, stretchy
stretchy: elastane, stretch
carrot: tapered
joggers: cargo joggers, sweatpants, track pants
jogging: joggers
sweatpants: joggers, track pants
track pants: joggers, sweatpants
tracksuit: joggers, hoodie
tracksuit bottom: joggers
track down: joggers
combat: cargo, cargos
cargo: combat pants
six pocket: cargo, cargos
side pocket: cargo, cargos
khaki trousers: cargo pants, chinos
khakis: chinos, cargo pants
chinos: chino
up and down: two piece, set

top: blouse, tee, shirt, vest
blouse: top, crop top, shirt
shirt blouse: blouse, top
crop: crop top
cropped: crop
singlet: vest, tank top, ribbed crop top, crop top
tank top: vest, singlet, ribbed crop top, crop top
vest: singlet, tank top, ribbed crop top
camisole: vest, slip, crop top
tube: crop top, tube top
halter: halter neck, crop top
off shoulder: off the shoulder, square neck
bardot: off shoulder, square neck
bodysuit: ribbed crop top, wrap top
top up: top, crop top

tshirt: tee, t shirt, round neck
t shirt: tee, tshirt, round neck
tee shirt: tee, t shirt
tee: t shirt, tshirt
round neck: crew, crew neck
crew neck: crew, round neck
vneck: v neck
polo: polo shirt, t shirt, tee, shirt
polo shirt: polo, t shirt, tee, shirt
lacoste: polo shirt, t shirt, tee
jersey: t shirt, tee
long john: long sleeve
checked: check
checkered: check
chequered: check
plaid: check, tartan
tartan: check, plaid
stripes: striped, stripe
striped: stripe, stripes
stripy: striped, stripe
polka dot: polka, dots, spotted
spotted: polka, dots
dotted: polka, dots
flower: floral, leaf print
floral: flower, leaf print
flowered: floral, leaf print
hawaiian: camp
vacation shirt: camp shirt, linen shirt
beach shirt: camp shirt, linen shirt
chinese collar: band collar
mandarin collar: band collar
nehru collar: band collar
grandad collar: band collar
long sleeve: long sleeves
short sleeve: short sleeves
corporate: oxford, pencil, straight
office: oxford, pencil, straight, office shirt
office wear: oxford shirt, pencil skirt, straight jeans
office shirt: oxford shirt, striped shirt
office skirt: pencil skirt
work shirt: oxford shirt
official: oxford, pencil, straight
formal: oxford, pencil
jeans shirt: denim shirt, denim overshirt
jeans top: denim shirt, denim jacket
ghana: black star
ghana shirt: black star tee
ghana flag: black star
black stars: black star
flag: black star
football shirt: black star tee

african print: wax print, wax, ankara
african: wax print, wax, kente
african wear: wax print, wax, kente
ankara: wax print, wax
wax: wax print, ankara
wax print: ankara, wax
print: wax print, printed
ntoma: wax print, wax
ntama: wax print, wax
gtp: wax print, wax
hollandais: wax print, wax
dumas: wax print, wax
vlisco: wax print, wax
dutch wax: wax print, wax
fabric: wax print
cloth: wax print, wax
batik: wax print, wax
tie and dye: wax print
kente: kente print, wax print
smock: kente, wax shirt
fugu: smock, wax shirt
dashiki: wax shirt, wax print
agbada: wax shirt
kaftan: wax shirt, wax dress, wax print
kaba: wax dress, wax top, wax crop top, wax skirt, wrap midi
kaba and slit: wax dress, wax skirt, wax crop top
slit: wax skirt, wrap midi, side slit, slit in front, pencil skirt
cover cloth: wrap skirt, wrap midi, wax skirt
wrapper: wrap skirt, wrap midi, wax skirt, wrap
friday wear: wax shirt, wax print, wax
friday shirt: wax shirt
funeral: black dress, wax dress
funeral cloth: wax print

dress: gown, frock
gown: dress
frock: dress
straight dress: slip dress, shirt dress
bodycon: slip dress, pencil skirt
body con: slip dress, pencil skirt
body hug: slip dress, pencil skirt
bodycon dress: slip dress
body con dress: slip dress
fitted dress: slip dress, bodycon dress
tight dress: slip dress, bodycon dress
maxi: tiered, midi, long
maxi dress: tiered dress, wrap dress, shirt dress
long dress: maxi dress, tiered dress, wrap dress, shirt dress
free dress: tiered dress, wrap dress
boubou: tiered dress, wax dress
flare dress: puff sleeve dress, sunday dress
flared dress: puff sleeve dress, sunday dress
church: sunday
church dress: sunday dress, shirt dress
church wear: sunday dress, shirt dress
wedding: sunday, satin
wedding guest: sunday, satin, wrap dress
wedding guest dress: sunday dress, wrap dress
dinner dress: slip dress, satin dress, wrap dress
dinner: slip dress, satin
party dress: slip dress, satin dress, sunday dress
evening dress: slip dress, satin dress
silk: satin, viscose
shiny: satin
puff: puff sleeve
balloon sleeve: puff sleeve
sleeveless: slip, vest, tiered

skirts: skirt
jeans skirt: denim skirt, denim mini skirt, button midi skirt, pencil skirt
denim skirt: denim mini skirt, button midi skirt, pencil skirt
miniskirt: mini skirt
short skirt: mini skirt
long skirt: midi skirt, wrap midi, maxi skirt
maxi skirt: midi skirt, wrap midi
midi: midi skirt, wrap midi
pleats: pleated
pleated: pleats, pleat
tight skirt: pencil skirt
straight skirt: pencil skirt
flair skirt: pleated skirt

knickers: shorts
nikka: shorts
nickers: shorts
short trousers: shorts
short knickers: shorts
half trousers: shorts, bermuda
three quarter: bermuda shorts, bermuda, walk shorts
three quarter jeans: bermuda shorts
bermuda: bermuda shorts
bum short: denim shorts, frayed shorts
bum shorts: denim shorts, frayed shorts
bumshort: denim shorts, frayed shorts
hot pants: denim shorts, frayed shorts
jeans shorts: denim shorts, bermuda shorts, frayed shorts
boxers: shorts

jacket: coat, bomber, overshirt
coat: jacket, bomber
blazer: jacket, overshirt
suit: blazer, jacket
jeans jacket: denim jacket, trucker jacket
denim jacket: trucker jacket
winter jacket: puffer jacket
winter: puffer, fleece, flannel
cold weather: puffer jacket, hoodie
quilted: puffer
bubble jacket: puffer jacket
bomber: bomber jacket
bomber jacket: bomber
varsity: bomber
windbreaker: bomber, field jacket
raincoat: field jacket
cardigan: overshirt, hoodie, sweater
sweater: hoodie, sweatshirt, jumper, pullover
jumper: hoodie, sweater, sweatshirt, pullover
pullover: hoodie, sweater, sweatshirt, jumper
sweatshirt: hoodie, sweater, jumper
sweat shirt: hoodie, sweatshirt
sweat top: hoodie
hoody: hoodie
hooded: hoodie
hood: hoodie
zip up: zip
zipper: zip
shacket: overshirt
shirt jacket: overshirt
over shirt: overshirt

`.trim()
