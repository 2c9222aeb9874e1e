-- Which till's drawer money went out of or came into where its order does not say: of orders of the website, or at another till.
ALTER TABLE transactions ADD COLUMN till_id INT UNSIGNED AFTER refund_id, ADD FOREIGN KEY (till_id) REFERENCES tills (id);
