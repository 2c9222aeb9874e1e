/** The shop's own words before an order, as settings. */
export const TERMS = {
  terms_prices: {
    kind: 'area',
    label: 'Terms: prices',
    initial: 'Prices are in Ghana cedis and include all taxes.',
    public: true,
  },
  terms_payment: {
    kind: 'area',
    label: 'Terms: payment',
    initial:
      'You pay by mobile money or card through Paystack before we prepare your order, or on delivery where we offer it.',
    public: true,
  },
  terms_security: {
    kind: 'area',
    label: 'Terms: security',
    initial:
      'Card details are entered at Paystack and never reach this shop. We use a mobile money number only to ask that phone to pay. We use your name, phone and address for this order only.',
    public: true,
  },
  terms_delivery_time: {
    kind: 'area',
    label: 'Terms: delivery time',
    initial: 'Delivery usually takes up to 36 working hours.',
    public: true,
  },
  terms_delivery_fee: {
    kind: 'area',
    label: 'Terms: delivery fee',
    initial:
      'In Greater Accra we charge no delivery fee at checkout. The dispatch rider calls you to agree the fee, and you pay the rider.',
    public: true,
  },
  terms_pick_up: {
    kind: 'area',
    label: 'Terms: pick-up',
    initial: 'You can pick up your order 3 days after you place it. Before you come, WhatsApp us your order number.',
    public: true,
  },
  terms_pick_up_directions: {
    kind: 'area',
    label: 'How to find the shop',
    initial: 'On Oxford Street in Osu, opposite the bank, up the blue stairs.',
    public: true,
  },
  terms_returns: {
    kind: 'area',
    label: 'Terms: returns',
    initial: 'Returns and exchanges within 3 days for a misfit, a wrong item or a defective item.',
    public: true,
  },
  terms_service: {
    kind: 'area',
    label: 'Terms: service',
    initial: 'We may withhold service if these terms are not followed.',
    public: true,
  },
} as const
