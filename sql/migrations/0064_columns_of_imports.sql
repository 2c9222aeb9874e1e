-- A thousand columns, each with a name of up to a hundred letters.
ALTER TABLE product_imports MODIFY columns_found MEDIUMTEXT;
