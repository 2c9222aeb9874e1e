-- expand
-- A shop that kept the first words gets the new ones: a phone can be asked to pay, and some orders are paid on delivery.
UPDATE settings SET value = 'You pay by mobile money or card through Paystack before we prepare your order, or on delivery where we offer it.'
WHERE name = 'terms_payment' AND value = 'You pay by card or mobile money through Paystack before we prepare your order.';
UPDATE settings SET value = 'Card details are entered at Paystack and never reach this shop. We use a mobile money number only to ask that phone to pay. We use your name, phone and address for this order only.'
WHERE name = 'terms_security' AND value = 'Card and mobile money details are entered at Paystack and never reach this shop. We use your name, phone and address for this order only.';
