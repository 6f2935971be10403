//! A leaf-spine network of scenario files.

/// Racks of four hosts under two spines; what follows belongs to the section `topology`.
macro_rules! leaf_spine {
    ($leaves:literal, $rtt:literal) => {
        concat!(
            "[topology]\nkind = \"leaf-spine\"\nspines = 2\nhosts_per_leaf = 4\nrate = \"10 Gbps\"\nleaves = ",
            $leaves,
            "\nrtt = \"",
            $rtt,
            "\"\n"
        )
    };
}
pub(crate) use leaf_spine;
