-- What staff need of orders: to find them by number, phone, e-mail or name without reading them all; their own words on one; and who takes it to
-- an address in Greater Accra. rider_fee is the rider's, agreed with the customer, and never part of the total.
ALTER TABLE orders
  ADD COLUMN staff_note VARCHAR(1000) AFTER cancel_reason,
  ADD COLUMN rider_name VARCHAR(60) AFTER staff_note,
  ADD COLUMN rider_phone VARCHAR(20) AFTER rider_name,
  ADD COLUMN rider_fee DECIMAL(12,2) AFTER rider_phone,
  ADD COLUMN customer_email VARCHAR(190) AS (JSON_UNQUOTE(JSON_EXTRACT(shipping_address, '$.email'))) STORED,
  ADD COLUMN customer_last_name VARCHAR(120) AS (SUBSTRING_INDEX(customer_name, ' ', -1)) STORED,
  ADD KEY (customer_email),
  ADD KEY (customer_phone),
  ADD KEY (customer_name),
  ADD KEY (customer_last_name),
  ADD KEY (type_code, id),
  ADD KEY (total, id);
